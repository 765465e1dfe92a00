/** Answers that nobody gave: of the right shape, as far as it is known, and nothing that a server ever said. */
import { deepFreeze, defined, type JsonValue } from '../../base/index.js'
import { type Answer, type Answerer, type ToolCall, toolRef } from '../../call/index.js'
import { recordingKey } from '../../recording/recording-key.js'
import type { ToolRegistry } from '../../registry/index.js'
import { type AnswerShape, type AnswerShapes, declaredShapes } from './answer-shape.js'
import { NO_WORDS, type PlanWords } from './plan-text.js'
import { createProgress } from './progress.js'

/** Each tool has as many different answers as this: a program that loops sees variety, and making values stays cheap. */
const VARIANTS = 16

/**
 * The same seed, tool and arguments give the same value, in every run; other arguments mostly give another one. What is asked again
 * later has moved on, and pages come to an end. Calls of which no shape is known go on.
 */
export function shapedAnswerer(
  shapes: AnswerShapes,
  seed: number,
  words: () => PlanWords = () => NO_WORDS,
): Answerer {
  const made = new Map<string, JsonValue | undefined>()
  const progress = createProgress(words)
  return {
    name: 'shape',
    async answer(call, next) {
      const shape = await shapes.of(call)
      const value = shape && valueFor(call, shape)
      if (shape === undefined || value === undefined) return next(call)
      const progressed = progress.of(call, value, shape)
      return answerOf(progressed === value ? value : deepFreeze(progressed), shape)
    },
  }

  function valueFor(call: ToolCall, shape: AnswerShape): JsonValue | undefined {
    const variant = `${seed} ${toolRef(call)} ${variantOf(call)}`
    // What is learned echoes arguments.
    if (shape.source !== 'schema') return deepFreeze(shape.make(variant))
    if (!made.has(variant)) made.set(variant, deepFreeze(shape.make(variant)))
    return made.get(variant)
  }
}

/** Of what tools declare alone. */
export function schemaAnswerer(registry: ToolRegistry, seed: number): Answerer {
  return shapedAnswerer(declaredShapes(registry), seed)
}

function answerOf(value: JsonValue, { source, learnedFrom, isText }: AnswerShape): Answer {
  const text = typeof value === 'string' && isText ? value : jsonOf(value)
  return {
    outcome: {
      kind: 'result',
      content: [{ type: 'text', text }],
      ...(typeof value === 'string' && isText ? {} : { structured: value }),
    },
    provenance: { source, ...defined({ learnedFrom }) },
  }
}

/** The values of a tool are few, and stand in many answers. */
function jsonOf(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const text = written.get(value) ?? JSON.stringify(value)
  written.set(value, text)
  return text
}

const written = new WeakMap<object, string>()

function variantOf(call: ToolCall): number {
  // Text in arguments may hold half a character, which has no canonical form: the key of a recording can tell it all the same.
  const { server, tool, arguments: args = {} } = call
  const hexadecimal = recordingKey({ server, tool, arguments: args, fingerprint: '', principal: '' }).slice(
    -8,
  )
  return Number.parseInt(hexadecimal, 16) % VARIANTS
}
