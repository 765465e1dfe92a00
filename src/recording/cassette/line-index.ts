/** Where in a cassette what stands: about ninety bytes a recording, so that the recordings themselves can stay on the disk. */
import { isAnswer } from '../recorded-answer.js'
import type { Recording } from '../recording.js'
import type { RecordingFilter } from '../recording-store.js'

/** Where a line stands: bytes without the line end. */
export interface LineSpan {
  readonly offset: number
  readonly length: number
  /** Counted from 1. */
  readonly line: number
}

/** Recordings are entries, numbered in the order of their lines. */
export interface LineIndex {
  readonly size: number
  add(recording: Recording, span: LineSpan): void
  span(entry: number): LineSpan
  /** As `lookup` of a store. */
  newestAnswer(key: string, launch?: string): number | undefined
  /** Oldest first, by time and then by line. */
  select(filter: RecordingFilter): number[]
  /** Of these entries, in their order. */
  durations(entries: readonly number[]): number[]
  answers(of: { readonly key: string } | { readonly server: string; readonly tool: string }): number[]
}

export function createLineIndex(): LineIndex {
  const pages: Page[] = []
  const names = new Map<string, number>([['', 0]])
  let size = 0
  let latest: Int32Array = new Int32Array(FIRST_BUCKETS).fill(NONE)

  const page = (entry: number): Page => {
    const found = pages[Math.floor(entry / PAGE)]
    if (found === undefined) throw new RangeError(`The index has no entry ${entry}`)
    return found
  }
  const at = <Column extends keyof Page>(column: Column, entry: number): number =>
    page(entry)[column][entry % PAGE] ?? 0

  const intern = (name: string): number => {
    const id = names.get(name) ?? names.size
    names.set(name, id)
    return id
  }
  const bucketOf = (words: readonly number[]): number =>
    words.reduce((hash, word) => Math.imul(hash ^ word, FNV_PRIME), 0) & (latest.length - 1)

  /** Chains the entry to the one that its bucket held before. */
  const chain = (entry: number): void => {
    const bucket = bucketOf(KEY_COLUMNS.map((column) => at(column, entry)))
    page(entry).previous[entry % PAGE] = latest[bucket] ?? NONE
    latest[bucket] = entry
  }

  /** Last line first. */
  function* ofKey(key: string): Generator<number> {
    const words = numbersOfKey(key)
    if (words === undefined) return
    for (let entry = latest[bucketOf(words)] ?? NONE; entry !== NONE; entry = at('previous', entry))
      if (KEY_COLUMNS.every((column, i) => at(column, entry) === words[i])) yield entry
  }

  const ofNames = (server: string | undefined, tool: string | undefined, method: string | undefined) => {
    const wanted = [
      ['server', server] as const,
      ['tool', tool] as const,
      ['method', method] as const,
    ].flatMap(([column, name]) =>
      name === undefined
        ? []
        : [[column, column === 'tool' && name === '' ? NO_TOOL : names.get(name)] as const],
    )
    return (entry: number): boolean => wanted.every(([column, id]) => at(column, entry) === id)
  }

  /** Nearly always they are in order already. */
  const oldestFirst = (entries: number[]): number[] =>
    entries.every((entry, i) => i === 0 || at('time', entries[i - 1] ?? 0) <= at('time', entry))
      ? entries
      : entries.sort((a, b) => at('time', a) - at('time', b) || a - b)

  const all = function* (): Generator<number> {
    for (let entry = 0; entry < size; entry++) yield entry
  }
  const filtered = (key: string | undefined, isWanted: (entry: number) => boolean): number[] => {
    const entries: number[] = []
    for (const entry of key === undefined ? all() : ofKey(key)) if (isWanted(entry)) entries.push(entry)
    return oldestFirst(key === undefined ? entries : entries.reverse())
  }

  return {
    get size() {
      return size
    },
    add(recording, { offset, length, line }) {
      if (size % PAGE === 0) pages.push(createPage())
      const entry = size++
      const columns = page(entry)
      const row = entry % PAGE
      const { key, server, tool, method, launch = '', recordedAt, durationMs } = recording
      columns.offset[row] = offset
      columns.length[row] = length
      columns.line[row] = line
      columns.time[row] = Date.parse(recordedAt)
      columns.duration[row] = durationMs
      columns.server[row] = intern(server)
      columns.tool[row] = (tool?.name ?? '') === '' ? NO_TOOL : intern(tool?.name ?? '')
      columns.method[row] = intern(method)
      columns.launch[row] = intern(launch)
      columns.answer[row] = isAnswer(recording) ? 1 : 0
      numbersOfKey(key)?.forEach((word, i) => {
        const column = KEY_COLUMNS[i]
        if (column !== undefined) columns[column][row] = word
      })
      if (size <= latest.length) return chain(entry)
      latest = new Int32Array(latest.length * 4).fill(NONE)
      for (const each of all()) chain(each)
    },
    span: (entry) => ({
      offset: at('offset', entry),
      length: at('length', entry),
      line: at('line', entry),
    }),
    newestAnswer(key, launch) {
      let newest: number | undefined
      for (const entry of ofKey(key)) {
        const isAsked = launch === undefined || [0, names.get(launch)].includes(at('launch', entry))
        if (!isAsked || at('answer', entry) === 0) continue
        if (newest === undefined || at('time', entry) > at('time', newest)) newest = entry
      }
      return newest
    },
    select({ key, server, tool, method, recordedSince, recordedBefore }) {
      const isNamed = ofNames(server, tool, method)
      const since = recordedSince === undefined ? -Infinity : Date.parse(recordedSince)
      const before = recordedBefore === undefined ? Infinity : Date.parse(recordedBefore)
      return filtered(
        key,
        (entry) => isNamed(entry) && at('time', entry) >= since && at('time', entry) < before,
      )
    },
    durations: (entries) => entries.map((entry) => at('duration', entry)),
    answers(of) {
      const isNamed = 'key' in of ? () => true : ofNames(of.server, of.tool, undefined)
      const key = 'key' in of ? of.key : undefined
      return filtered(key, (entry) => isNamed(entry) && at('answer', entry) === 1)
    },
  }
}

function createPage() {
  return {
    offset: new Float64Array(PAGE),
    time: new Float64Array(PAGE),
    duration: new Float64Array(PAGE),
    length: new Uint32Array(PAGE),
    line: new Uint32Array(PAGE),
    server: new Uint32Array(PAGE),
    tool: new Uint32Array(PAGE),
    method: new Uint32Array(PAGE),
    launch: new Uint32Array(PAGE),
    answer: new Uint8Array(PAGE),
    previous: new Int32Array(PAGE),
    key0: new Uint32Array(PAGE),
    key1: new Uint32Array(PAGE),
    key2: new Uint32Array(PAGE),
    key3: new Uint32Array(PAGE),
    key4: new Uint32Array(PAGE),
    key5: new Uint32Array(PAGE),
    key6: new Uint32Array(PAGE),
    key7: new Uint32Array(PAGE),
  }
}

type Page = ReturnType<typeof createPage>

function numbersOfKey(key: string): readonly number[] | undefined {
  if (!/^[0-9a-f]{64}$/.test(key)) return undefined
  return KEY_COLUMNS.map((_, i) => Number.parseInt(key.slice(i * 8, i * 8 + 8), 16))
}

const PAGE = 4096
const FIRST_BUCKETS = 4096
const NONE = -1
const FNV_PRIME = 0x01000193
const NO_TOOL = 0xffffffff
const KEY_COLUMNS = ['key0', 'key1', 'key2', 'key3', 'key4', 'key5', 'key6', 'key7'] as const
