/** Recordings as text, and back from text that nobody vouches for. */
import {
  deepFreeze,
  inOneLine,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  StoreError,
  UsageError,
} from '../base/index.js'
import { EFFECTS } from '../call/index.js'
import type { Recording } from './recording.js'

/** What the text of a recording may not exceed. */
export const RECORDING_LIMITS = { maxBytes: 256 * 1024 * 1024, maxDepth: 256 }

/**
 * The text of a recording that is whole.
 * @throws UsageError RECORDING_INVALID when a field is missing or of the wrong kind.
 */
export function writeRecording(recording: Recording): string {
  const text = JSON.stringify(recording)
  const of = inOneLine(`${recording.server}:${recording.tool?.name ?? recording.method}`, 80)
  const refused = (problem: string, cause?: unknown): UsageError =>
    new UsageError('RECORDING_INVALID', `Cannot store a recording of ${of}: ${problem}`, { cause })
  // Checked as it will be read: what JSON drops (undefined, functions) or changes (NaN) is seen here and not a year later.
  const problem = problemOf(readJson(text, refused))
  if (problem !== undefined) throw refused(problem)
  return text
}

/**
 * Reads a recording; `where` says from where, such as `row 7 of "/x/recordings.db"`. The result is frozen.
 * @throws StoreError STORE_CORRUPT when it is not what writeRecording writes.
 */
export function parseRecording(text: string, where: string): Recording {
  const refused = (problem: string, cause?: unknown): StoreError => corrupt(where, problem, cause)
  const value = readJson(text, refused)
  const problem = problemOf(value)
  if (problem !== undefined) throw refused(problem)
  // Every field that the type requires was checked just now.
  return deepFreeze(value as unknown as Recording)
}

function readJson(text: string, refused: (problem: string, cause: unknown) => Error): JsonValue {
  try {
    return parseJson(text, 'a recording', RECORDING_LIMITS)
  } catch (cause) {
    const isSyntax = cause instanceof Error && cause.cause instanceof SyntaxError
    throw refused(isSyntax ? 'it is not JSON' : 'it is too deep or too long', cause)
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
  return (
    toolProblem(value) ??
    betweenProblem(value.between) ??
    endProblem(value) ??
    idProblem(value) ??
    writtenProblem(value)
  )
}

function toolProblem({ tool, method }: JsonObject): string | undefined {
  if (tool === undefined) return undefined
  const isWhole =
    isJsonObject(tool) &&
    isText(tool.name) &&
    isText(tool.fingerprint) &&
    EFFECTS.some((effect) => effect === tool.effect)
  if (isWhole && method === 'tools/call') return undefined
  return `"tool" must have a name, a fingerprint and an effect, and the method be tools/call, found ${described(tool)} of ${described(method)}`
}

function betweenProblem(between: JsonValue | undefined): string | undefined {
  const isWhole = (each: JsonValue): boolean =>
    isJsonObject(each) &&
    isDuration(each.atMs) &&
    (each.from === 'server' || each.from === 'client') &&
    isJsonObject(each.message) &&
    (each.aside === undefined || each.aside === true)
  return Array.isArray(between) && between.every(isWhole)
    ? undefined
    : '"between" must be a list of messages, each with the time it came and who said it'
}

function endProblem({ ended, response, http, method }: JsonObject): string | undefined {
  const isBare = http !== undefined && response === undefined
  if ((ended === 'answered') !== (response !== undefined) && !(ended === 'answered' && isBare))
    return `"response" must stand exactly where "ended" is "answered", found ${described(ended)} of ${described(method)}`
  if (response === undefined) return undefined
  if (!isJsonObject(response)) return `"response" must be an object, found ${described(response)}`
  const { result, error } = response
  if ((result === undefined) === (error === undefined)) return '"response" must have a result or an error'
  const isError = isJsonObject(error) && Number.isInteger(error.code) && isText(error.message)
  return error === undefined || isError ? undefined : '"response.error" must have a code and a message'
}

function idProblem({ answeredAs }: JsonObject): string | undefined {
  if (answeredAs === undefined) return undefined
  const { id, form } = isJsonObject(answeredAs) ? answeredAs : {}
  const isId = typeof id === 'string' || Number.isInteger(id)
  const isForm = form === 'text' || form === 'number'
  if ((isId && form === undefined) || (isForm && id === undefined)) return undefined
  return `"answeredAs" must have an id, or a form that is text or number, found ${described(answeredAs)}`
}

function writtenProblem({ written, response }: JsonObject): string | undefined {
  if (written === undefined) return undefined
  const isWhole =
    isJsonObject(written) &&
    isTextOrAbsent(written.body) &&
    isTextOrAbsent(written.beside) &&
    response !== undefined
  return isWhole
    ? undefined
    : '"written" must be texts of the answer, "body" and "beside", beside a "response"'
}

type Check = (value: JsonValue | undefined) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrAbsent: Check = (value) => value === undefined || typeof value === 'string'
const isObjectOrAbsent: Check = (value) => value === undefined || isJsonObject(value)
const isTime: Check = (value) =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
const isDuration: Check = (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value)

/** Times in one form only: then they sort as text. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ENDS: readonly unknown[] = [
  'answered',
  'timed-out',
  'cancelled',
  'broken',
] satisfies Recording['ended'][]

const FIELDS: readonly (readonly [field: keyof Recording & string, isRight: Check, wanted: string])[] = [
  ['key', (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value), '64 hexadecimal digits'],
  ['keyVersion', (value) => Number.isInteger(value), 'an integer'],
  ['server', isText, 'text'],
  ['serverVersion', isTextOrAbsent, 'text'],
  ['launch', isTextOrAbsent, 'text'],
  ['principal', isText, 'text'],
  ['revision', isText, 'text'],
  ['method', isText, 'text'],
  ['params', isObjectOrAbsent, 'an object'],
  ['capabilities', isObjectOrAbsent, 'an object'],
  ['ended', (value) => ENDS.includes(value), 'how it ended'],
  ['http', isObjectOrAbsent, 'an object'],
  ['generation', (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number'],
  ['recordedAt', isTime, 'a time in UTC with milliseconds'],
  ['durationMs', isDuration, 'a number of milliseconds'],
]

function described(value: JsonObject[string] | undefined): string {
  return value === undefined ? 'nothing' : inOneLine(JSON.stringify(value), 80)
}
