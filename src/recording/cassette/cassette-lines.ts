/** The lines of a cassette: JSON Lines, made to be read in a diff. docs/reference/cassette.md describes them. */
import { byText, inOneLine, isJsonObject, type JsonObject, parseJson, StoreError } from '../../base/index.js'
import { parseRecording, RECORDING_LIMITS, writeRecording } from '../parse-recording.js'
import type { Recording } from '../recording.js'

const CASSETTE_FORMAT = 'understudy.cassette/1'

/** What a person looks for comes first, what only programs compare comes last. Fields that are not listed stand behind these. */
export const FIELD_ORDER = [
  ...(['server', 'method', 'params', 'ended', 'response', 'written', 'answeredAs', 'between'] as const),
  ...(['http', 'durationMs'] as const),
  ...(['recordedAt', 'revision', 'serverVersion', 'capabilities', 'tool', 'generation'] as const),
  ...(['launch', 'principal', 'key', 'keyVersion'] as const),
] satisfies readonly (keyof Recording)[]

/** A line of a cassette other than its first. */
export type CassetteLine =
  | { readonly kind: 'recording'; readonly recording: Recording }
  | { readonly kind: 'change'; readonly server: string; readonly generation: number }

/** What the first line says. */
export interface CassetteHeader {
  readonly salt: string
  /** Recorded in a throwaway copy of a machine: its ids and times are those of the copy. */
  readonly isOfCopy: boolean
}

export function headerLine({ salt, isOfCopy }: CassetteHeader): string {
  return `${JSON.stringify({ format: CASSETTE_FORMAT, salt, ...(isOfCopy ? { copy: true } : {}) })}\n`
}

/** @throws UsageError RECORDING_INVALID */
export function recordingLine(recording: Recording): string {
  const { ...rest }: Record<string, unknown> = { ...recording }
  const first = FIELD_ORDER.map((field) => [field, rest[field]] as const)
  for (const field of FIELD_ORDER) delete rest[field]
  const others = Object.entries(rest).sort(([a], [b]) => byText(a, b))
  // The same fields in another order.
  return `${writeRecording(Object.fromEntries([...first, ...others]) as unknown as Recording)}\n`
}

/** Says that the data of a server changed, and how often by now. */
export function changeLine(server: string, generation: number): string {
  return `${JSON.stringify({ changed: server, generation })}\n`
}

/**
 * What a header says.
 * @throws StoreError STORE_UNREADABLE for what is no cassette, STORE_NEWER for one of a newer release
 */
export function readHeader(text: string, path: string): CassetteHeader {
  const header = jsonObjectIn(text)
  const [, version] = /^understudy\.cassette\/(\d+)$/.exec(String(header?.format)) ?? []
  if (version === undefined)
    throw new StoreError('STORE_UNREADABLE', `Cannot use the store "${path}": it is not a cassette`, {
      hint: `the first line of a cassette is {"format":"${CASSETTE_FORMAT}","salt":…}; nothing was changed`,
      data: { path },
    })
  if (header?.format !== CASSETTE_FORMAT)
    throw new StoreError(
      'STORE_NEWER',
      `Cannot use the store "${path}": it has format ${version}, and this release knows up to 1`,
      {
        hint: 'use the release that wrote it, or a newer one, or name another file; nothing was changed',
        data: { path, found: Number(version), known: 1 },
      },
    )
  const { salt, copy } = header
  const where = `line 1 of the store "${path}"`
  if (typeof salt !== 'string' || !/^[0-9a-f]{32}$/.test(salt))
    throw corruptLine(where, '"salt" must be 32 hexadecimal digits')
  if (copy !== undefined && copy !== true) throw corruptLine(where, '"copy" must be true or absent')
  return { salt, isOfCopy: copy === true }
}

/** @throws StoreError STORE_CORRUPT, naming the line by `where` */
export function readLine(text: string, where: string): CassetteLine {
  if (!text.trimStart().startsWith('{"changed"'))
    return { kind: 'recording', recording: parseRecording(text, where) }
  const { changed: server, generation } = jsonObjectIn(text) ?? {}
  if (typeof server === 'string' && Number.isSafeInteger(generation) && Number(generation) > 0)
    return { kind: 'change', server, generation: Number(generation) }
  throw corruptLine(where, `a change must name a server and its generation, found ${inOneLine(text, 80)}`)
}

/** True for a last line that is whole but for its line end: an editor may have left that out. */
export function isWholeLine(text: string): boolean {
  return jsonObjectIn(text) !== undefined
}

function jsonObjectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text, 'a line of a cassette', RECORDING_LIMITS)
    return isJsonObject(value) ? value : undefined
  } catch {
    // Whoever asks tells what is wrong with it.
    return undefined
  }
}

/** A line that cannot be read. */
export function corruptLine(where: string, problem: string): StoreError {
  return new StoreError('STORE_CORRUPT', `Cannot read ${where}: ${problem}`, {
    hint: 'mend or remove this line, or restore the file from a copy; nothing was changed',
  })
}
