/** Recordings as text, and back from text that nobody vouches for. */
import {
  deepFreeze,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printable,
  StoreError,
  shorten,
  UsageError,
} from '../base/index.js'
import type { Recording } from './recording.js'

/**
 * The text of a recording that is whole.
 * @throws UsageError RECORDING_INVALID when a field is missing or of the wrong kind.
 */
export function writeRecording(recording: Recording): string {
  const text = JSON.stringify(recording)
  // Checked as it will be read: what JSON drops (undefined, functions) or changes (NaN) is seen here and not a year later.
  const problem = problemOf(JSON.parse(text) as JsonValue)
  if (problem === undefined) return text
  const of = shown(`${recording.server}:${recording.tool}`)
  throw new UsageError('RECORDING_INVALID', `Cannot store a recording of ${of}: ${problem}`)
}

/**
 * Reads a recording; `where` says from where, such as `row 7 of "/x/recordings.db"`. The result is frozen.
 * @throws StoreError STORE_CORRUPT when it is not what writeRecording writes.
 */
export function parseRecording(text: string, where: string): Recording {
  const value = readJson(text, where)
  const problem = problemOf(value)
  if (problem !== undefined) throw corrupt(where, problem)
  // Every field that the type requires was checked just now.
  return deepFreeze(value as unknown as Recording)
}

function readJson(text: string, where: string): JsonValue {
  try {
    return parseJson(text, where, { maxBytes: 256 * 1024 * 1024, maxDepth: 256 })
  } catch (cause) {
    throw corrupt(where, 'it is not JSON', cause)
  }
}

function corrupt(where: string, problem: string, cause?: unknown): StoreError {
  return new StoreError('STORE_CORRUPT', `Cannot read ${where}: ${problem}`, {
    hint: 'remove this recording or restore the store from a copy; nothing was changed',
    cause,
  })
}

function problemOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'it is not an object'
  for (const [field, isRight, wanted] of FIELDS) {
    if (!isRight(value[field])) return `"${field}" must be ${wanted}, found ${described(value[field])}`
  }
  return outcomeProblem(value.outcome)
}

function outcomeProblem(outcome: JsonValue | undefined): string | undefined {
  if (!isJsonObject(outcome)) return `"outcome" must be an object, found ${described(outcome)}`
  switch (outcome.kind) {
    case 'result':
    case 'tool-error':
      return Array.isArray(outcome.content) && outcome.content.every(isBlock)
        ? undefined
        : '"outcome.content" must be a list of blocks, each with its type'
    case 'rpc-error':
      return Number.isInteger(outcome.code) && typeof outcome.message === 'string'
        ? undefined
        : '"outcome" must have a code and a message'
    default:
      return `"outcome.kind" is ${described(outcome.kind)}`
  }
}

function isBlock(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value.type === 'string'
}

type Check = (value: JsonValue | undefined) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrAbsent: Check = (value) => value === undefined || typeof value === 'string'
const isTime: Check = (value) =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
const isDuration: Check = (value) => typeof value === 'number' && value >= 0

/** Times in one form only: then they sort as text. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const EFFECTS: readonly unknown[] = [
  'read',
  'write',
  'destructive',
  'external',
  'unknown',
] satisfies Recording['effect'][]

const FIELDS: readonly (readonly [field: keyof Recording & string, isRight: Check, wanted: string])[] = [
  ['key', (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value), '64 hexadecimal digits'],
  ['keyVersion', (value) => Number.isInteger(value), 'an integer'],
  ['server', isText, 'text'],
  ['serverVersion', isTextOrAbsent, 'text'],
  ['launch', isTextOrAbsent, 'text'],
  ['tool', isText, 'text'],
  ['arguments', (value) => value === undefined || isJsonObject(value), 'an object'],
  ['fingerprint', isText, 'text'],
  ['principal', isText, 'text'],
  ['effect', (value) => EFFECTS.includes(value), 'an effect'],
  ['recordedAt', isTime, 'a time in UTC with milliseconds'],
  ['durationMs', isDuration, 'a number of milliseconds'],
  ['revision', isText, 'text'],
]

function described(value: JsonObject[string] | undefined): string {
  return value === undefined ? 'nothing' : shown(JSON.stringify(value))
}

function shown(text: string): string {
  return shorten(printable(text, { oneLine: true }), 80)
}
