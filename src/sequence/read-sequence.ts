/** A sequence as the text of a file: written with a step on each line, and read with the place of each. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  parseJson,
  textItems,
  textMembers,
} from '../base/index.js'
import { type Promised, SEQUENCE_FORMAT, type Sequence, type SequenceStep } from './sequence.js'

export type SequenceReading =
  | { readonly kind: 'ready'; readonly sequence: Sequence; readonly sites: readonly StepSite[] }
  /** A sentence. */
  | { readonly kind: 'invalid'; readonly why: string }

/** Where a step stands in the text; one-based. */
export interface StepSite {
  readonly line: number
  readonly column: number
}

/** Whether a text is JSON that says it is a sequence, of whatever build: what is wrong with it is told by reading it. */
export function isSequenceText(text: string): boolean {
  const format = textMembers(text).find(({ key }) => key === 'format')
  return format !== undefined && /^"understudy\.sequence\/\d+"$/.test(text.slice(format.start, format.end))
}

export function writeSequence({ format, steps, ...rest }: Sequence): string {
  const about = Object.entries(rest).map(([key, value]) => `"${key}": ${JSON.stringify(value)},\n`)
  const lines = steps.map((step) => JSON.stringify(step)).join(',\n')
  return `{\n"format": "${format}",\n${about.join('')}"steps": [\n${lines}\n]\n}\n`
}

export function readSequence(text: string): SequenceReading {
  try {
    const value = parseJson(text, 'a sequence')
    const problem = problemOf(value)
    if (problem !== undefined) return { kind: 'invalid', why: problem }
    // What has no problem has the form.
    return { kind: 'ready', sequence: value as unknown as Sequence, sites: sitesIn(text) }
  } catch (failure) {
    return { kind: 'invalid', why: messageOf(failure) }
  }
}

function sitesIn(text: string): readonly StepSite[] {
  const steps = textMembers(text).find(({ key }) => key === 'steps')
  let [line, from] = [1, 0]
  let lineStart = 0
  return textItems(text, steps?.start ?? 0).map(([start]) => {
    for (; from < start; from++)
      if (text[from] === '\n') {
        line++
        lineStart = from + 1
      }
    return { line, column: start - lineStart + 1 }
  })
}

/** A sentence. */
function problemOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'It is no object'
  if (value.format !== SEQUENCE_FORMAT)
    return `Its format is ${JSON.stringify(value.format ?? null)}, and this build reads "${SEQUENCE_FORMAT}"`
  const { steps, own, world = [] } = value
  if (!isJsonObject(own ?? null)) return 'It has no object "own"'
  if (!Array.isArray(world)) return 'Its "world" is no list'
  if (steps === undefined || !isJsonArray(steps) || steps.length === 0)
    return 'It has no list "steps" with calls in it'
  for (const [i, step] of steps.entries()) {
    const why = isJsonObject(step) ? problemOfStep(step, i + 1) : 'is no object'
    if (why !== undefined) return `Step ${i + 1} ${why}`
  }
  return undefined
}

function problemOfStep(
  { server, tool, arguments: args, promise, together }: JsonObject,
  call: number,
): string | undefined {
  if (typeof server !== 'string' || server === '' || typeof tool !== 'string' || tool === '')
    return 'names no server and tool'
  if (args !== undefined && !isJsonObject(args)) return 'has arguments that are no object'
  if (together !== undefined && typeof together !== 'number') return 'has a "together" that is no number'
  if (!isJsonObject(promise ?? null)) return 'promises nothing'
  const { outcome, value } = promise as JsonObject
  if (!OUTCOMES.has(String(outcome)) || value === undefined)
    return 'has no outcome or no value in its promise'
  return args === undefined ? undefined : problemOfTemplate(args, call)
}

const OUTCOMES: ReadonlySet<string> = new Set<Promised['outcome']>(['result', 'tool-error', 'rpc-error'])

/** A reference looks back, never ahead. */
function problemOfTemplate(value: JsonValue, call: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (
    !isJsonArray(value) &&
    typeof value.call === 'number' &&
    typeof value.pointer === 'string' &&
    typeof value.own === 'string'
  )
    return value.call >= 1 && value.call < call
      ? undefined
      : `refers to call ${value.call}, which is not before it`
  for (const part of Object.values(value)) {
    const why = problemOfTemplate(part as JsonValue, call)
    if (why !== undefined) return why
  }
  return undefined
}

/** The step of a call. @throws RangeError where there is none */
export function stepOf({ steps }: Pick<Sequence, 'steps'>, call: number): SequenceStep {
  const step = steps[call - 1]
  if (step === undefined) throw new RangeError(`a sequence of ${steps.length} calls has no call ${call}`)
  return step
}
