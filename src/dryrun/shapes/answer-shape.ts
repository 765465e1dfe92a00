/** Which shape an answer has that nobody gave: decided here, for those who make it up and for those who try out others. */
import { deepFreeze, type JsonValue } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { CompiledSchema } from '../../schema/index.js'
import { declaredWords, type Words } from './words.js'

export interface AnswerShape {
  /** `nearest` and `learned`: nobody promises it. */
  readonly source: 'schema' | 'nearest' | 'learned'
  /** From the answers to how many different questions it was learned; absent where it is declared. */
  readonly learnedFrom?: number
  /** Whether texts come as text alone, without structured content. */
  readonly isText: boolean
  /** Whether an answer may be this, for all that is known. */
  allows(value: JsonValue): boolean
  /** The same for the same seed; undefined where none can be made. */
  make(seed: string): JsonValue | undefined
  /** Several values, always the same ones; fewer where they cannot be made. */
  samples(): readonly JsonValue[]
  /** The values that are known for places of a value of the shape, where that is a word of a list. */
  wordsOf(value: JsonValue): Words
}

export interface AnswerShapes {
  /** Undefined where nothing is known of what the call is answered with. */
  of(call: ToolCall): Promise<AnswerShape | undefined>
}

/** What tools declare. */
export function declaredShapes(registry: ToolRegistry): AnswerShapes {
  return {
    of({ server, tool }) {
      const schema = outputOf(registry, server, tool)
      return Promise.resolve(schema && declaredShape(schema))
    },
  }
}

/** What tools declare, and what was learned of those that do not: a schema is kept, whatever was recorded. */
export function answerShapes(registry: ToolRegistry, learned: AnswerShapes | undefined): AnswerShapes {
  const declared = declaredShapes(registry)
  return { of: async (call) => (await declared.of(call)) ?? (await learned?.of(call)) }
}

function outputOf(registry: ToolRegistry, server: string, tool: string): CompiledSchema | undefined {
  const lookup = registry.find(server, tool)
  const output = lookup.kind === 'found' ? lookup.tool.output : undefined
  return output?.kind === 'compiled' ? output.schema : undefined
}

/** The shape of a schema: one for each, since its samples are kept with it. */
export function declaredShape(schema: CompiledSchema): AnswerShape {
  const shape = shapes.get(schema) ?? createDeclaredShape(schema)
  shapes.set(schema, shape)
  return shape
}

const shapes = new WeakMap<CompiledSchema, AnswerShape>()

function createDeclaredShape(schema: CompiledSchema): AnswerShape {
  const shape: AnswerShape = {
    ...{ source: 'schema', isText: false },
    allows: (value) => schema.holds(value),
    make: kept((seed) => {
      const generated = schema.generate({ seed })
      return generated.kind === 'value' ? deepFreeze(generated.value) : undefined
    }),
    samples: keptSamples((seed) => shape.make(seed)),
    wordsOf: (value) => declaredWords(value, shape.samples(), shape.allows),
  }
  return shape
}

/** Made once for each of the last seeds: the calls of one rehearsal, and those of the next one, ask for the same few again and again. */
function kept(make: (seed: string) => JsonValue | undefined): typeof make {
  const made = new Map<string, JsonValue | undefined>()
  return (seed) => {
    if (made.has(seed)) return made.get(seed)
    if (made.size >= MOST_KEPT) made.clear()
    const value = make(seed)
    made.set(seed, value)
    return value
  }
}

const MOST_KEPT = 64

/** Made when they are first wanted, and kept: to make them is most of what a shape costs. */
export function keptSamples(make: (seed: string) => JsonValue | undefined): () => readonly JsonValue[] {
  let samples: readonly JsonValue[] | undefined
  return () => {
    samples ??= Array.from({ length: SAMPLES }, (_, i) => make(`sample ${i}`)).filter(
      (each) => each !== undefined,
    )
    return samples
  }
}

const SAMPLES = 24
