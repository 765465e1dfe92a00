/** The shapes of answers of tools that declare none, learned from what they answered to others. */
import { isJsonArray, isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../base/index.js'
import { type ToolCall, type ToolRef, toolRef } from '../../call/index.js'
import type { Redactor } from '../../recording/index.js'
import { type CompiledSchema, createSchemaCompiler, type SchemaCompiler } from '../../schema/index.js'
import { type AnswerShape, type AnswerShapes, keptSamples } from './answer-shape.js'
import { type Echo, findEchoes, putEchoes } from './echoes.js'
import { mayBe } from './may-be.js'
import type { RecordedAnswer } from './recorded-answers.js'
import { isLaw, learnShape, type Shape } from './shape.js'
import { closeTexts, typicalSchema } from './typical-schema.js'
import { seenWords } from './words.js'

/**
 * Values are made like the answers to the calls that are nearest by their arguments, where these are of another kind than all of them.
 * Nothing is known of a tool of which nothing was recorded. Each tool is learned once.
 */
export function learnedShapes(
  answersOf: (call: ToolCall) => Promise<readonly RecordedAnswer[]>,
  redactor: Redactor,
): AnswerShapes {
  const compiler = createSchemaCompiler()
  const learned = new Map<string, Knowledge>()
  const knowledgeOf = (tool: ToolRef, answers: readonly RecordedAnswer[]): Knowledge => {
    const key = `${tool} ${answers.map(({ id }) => id).join()}`
    const there = learned.get(key) ?? learn(answers, compiler)
    learned.set(key, there)
    return there
  }
  return {
    async of(call) {
      const answers = await answersOf(call)
      if (answers.length === 0) return undefined
      const args = call.arguments ?? {}
      const tool = toolRef(call)
      const all = knowledgeOf(tool, answers)
      const near = knowledgeOf(tool, nearestAnswers(answers, redactor.redact(args)))
      const put = (value: JsonValue): JsonValue => putEchoes(value, all.echoes, args)
      return all.schemaText === near.schemaText
        ? answerShape({ source: 'learned', like: all, within: all, put })
        : answerShape({ source: 'nearest', like: near, within: isLaw(near.shape) ? near : all, put })
    },
  }
}

/** What some answers of one tool have in common. */
interface Knowledge {
  readonly shape: Shape
  /** Of values like theirs. */
  readonly schemaText: string
  /** Undefined where it is too large. */
  readonly schema: CompiledSchema | undefined
  /** Values of the schema. */
  samples(): readonly JsonValue[]
  readonly echoes: readonly Echo[]
  /** True where they all came as text alone: another answer may be text that is no JSON, or JSON of another kind. */
  readonly arePlain: boolean
}

function learn(answers: readonly RecordedAnswer[], compiler: SchemaCompiler): Knowledge {
  const shape = learnShape(answers)
  const schema = typicalSchema(shape)
  const compilation = compiler.compile(schema)
  const compiled = compilation.kind === 'compiled' ? compilation.schema : undefined
  return {
    ...{ shape, schemaText: JSON.stringify(schema), echoes: findEchoes(answers) },
    schema: compiled,
    samples: keptSamples((seed) => generatedBy(compiled, seed)),
    arePlain: answers.every(({ isPlain }) => isPlain),
  }
}

/**
 * Of the recorded calls of a tool those that are nearest to a call: their answers tell most of what it is answered.
 * All with the most arguments that are equal, less those that only one of the two has. Never empty where `answers` is not.
 */
function nearestAnswers(answers: readonly RecordedAnswer[], asked: JsonObject): readonly RecordedAnswer[] {
  const scored = answers.map((answer) => ({ answer, score: scoreOf(answer.arguments, asked) }))
  const best = scored.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  return scored.filter(({ score }) => score === best).map(({ answer }) => answer)
}

function scoreOf(recorded: JsonObject, asked: JsonObject): number {
  const names = new Set([...Object.keys(recorded), ...Object.keys(asked)])
  return [...names].reduce((score, name) => {
    if (!Object.hasOwn(recorded, name) || !Object.hasOwn(asked, name)) return score - 1
    return isSameJson(recorded[name], asked[name]) ? score + 1 : score
  }, 0)
}

interface Learned {
  readonly source: 'nearest' | 'learned'
  /** What values are made like. */
  readonly like: Knowledge
  /** What tells which others there may be. */
  readonly within: Knowledge
  put(value: JsonValue): JsonValue
}

function answerShape({ source, like, within, put }: Learned): AnswerShape {
  const { shape, schema, arePlain } = like
  return {
    ...{ source, learnedFrom: shape.answers, isText: arePlain },
    allows: (value) => mayBe(value, within.shape) || (isAnyText(within) && isText(value)),
    make(seed) {
      const value = generatedBy(schema, seed)
      return value === undefined ? undefined : put(closeTexts(value, shape))
    },
    samples: () => like.samples().map((each) => put(closeTexts(each, shape))),
    wordsOf: (value) => seenWords(value, within.shape),
  }
}

function generatedBy(schema: CompiledSchema | undefined, seed: string): JsonValue | undefined {
  const generated = schema?.generate({ seed })
  return generated?.kind === 'value' ? generated.value : undefined
}

function isAnyText({ arePlain, shape }: Knowledge): boolean {
  return arePlain && !isLaw(shape)
}

/** What text alone can turn into: itself, or the object or list that it is the JSON of. */
function isText(value: JsonValue): boolean {
  return typeof value === 'string' || isJsonArray(value) || isJsonObject(value)
}
