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
  const table = createTable()
  const { at, names } = table
  const chains = createKeyChains(table)

  /** Nearly always they are in order already. */
  const oldestFirst = (entries: number[]): number[] =>
    entries.every((entry, i) => i === 0 || at('time', entries[i - 1] ?? 0) <= at('time', entry))
      ? entries
      : entries.sort((a, b) => at('time', a) - at('time', b) || a - b)

  const filtered = (key: string | undefined, isWanted: (entry: number) => boolean): number[] => {
    const entries: number[] = []
    for (const entry of key === undefined ? table.all() : chains.ofKey(key))
      if (isWanted(entry)) entries.push(entry)
    return oldestFirst(key === undefined ? entries : entries.reverse())
  }

  return {
    get size() {
      return table.size
    },
    add: (recording, span) => chains.add(table.add(recording, span)),
    span: (entry) => ({
      offset: at('offset', entry),
      length: at('length', entry),
      line: at('line', entry),
    }),
    newestAnswer(key, launch) {
      let newest: number | undefined
      for (const entry of chains.ofKey(key)) {
        const isAsked = launch === undefined || [0, names.get(launch)].includes(at('launch', entry))
        if (!isAsked || at('answer', entry) === 0) continue
        if (newest === undefined || at('time', entry) > at('time', newest)) newest = entry
      }
      return newest
    },
    select({ key, server, tool, method, recordedSince, recordedBefore }) {
      const isNamed = table.ofNames(server, tool, method)
      const since = recordedSince === undefined ? -Infinity : Date.parse(recordedSince)
      const before = recordedBefore === undefined ? Infinity : Date.parse(recordedBefore)
      return filtered(
        key,
        (entry) => isNamed(entry) && at('time', entry) >= since && at('time', entry) < before,
      )
    },
    durations: (entries) => entries.map((entry) => at('duration', entry)),
    answers(of) {
      const isNamed = 'key' in of ? () => true : table.ofNames(of.server, of.tool, undefined)
      const key = 'key' in of ? of.key : undefined
      return filtered(key, (entry) => isNamed(entry) && at('answer', entry) === 1)
    },
  }
}

type Table = ReturnType<typeof createTable>

/** What is kept of each recording, column by column. Names are numbers in it. */
function createTable() {
  const pages: Page[] = []
  const names = new Map<string, number>([['', 0]])
  let size = 0

  const page = (entry: number): Page => {
    const found = pages[Math.floor(entry / PAGE)]
    if (found === undefined) throw new RangeError(`The index has no entry ${entry}`)
    return found
  }
  const intern = (name: string): number => {
    const id = names.get(name) ?? names.size
    names.set(name, id)
    return id
  }
  const at = <Column extends keyof Page>(column: Column, entry: number): number =>
    page(entry)[column][entry % PAGE] ?? 0
  return {
    names,
    page,
    at,
    /** Whether an entry is of all these names that are given; an empty one is that of no tool. */
    ofNames(server: string | undefined, tool: string | undefined, method: string | undefined) {
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
    },
    get size() {
      return size
    },
    *all(): Generator<number> {
      for (let entry = 0; entry < size; entry++) yield entry
    },
    /** Gives the number of the entry. */
    add(recording: Recording, { offset, length, line }: LineSpan): number {
      if (size % PAGE === 0) pages.push(createPage())
      const entry = size++
      const columns = page(entry)
      const row = entry % PAGE
      columns.offset[row] = offset
      columns.length[row] = length
      columns.line[row] = line
      describe(recording, columns, row, intern)
      return entry
    },
  }
}

function describe(recording: Recording, columns: Page, row: number, intern: (name: string) => number): void {
  const { key, server, tool, method, launch = '', recordedAt, durationMs } = recording
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
}

/** Entries by their key: those of one bucket are a chain, the last one first. */
function createKeyChains(table: Table) {
  const { at, page } = table
  let latest: Int32Array = new Int32Array(FIRST_BUCKETS).fill(NONE)

  const bucketOf = (words: readonly number[]): number =>
    words.reduce((hash, word) => Math.imul(hash ^ word, FNV_PRIME), 0) & (latest.length - 1)

  /** Chains the entry to the one that its bucket held before. */
  const chain = (entry: number): void => {
    const bucket = bucketOf(KEY_COLUMNS.map((column) => at(column, entry)))
    page(entry).previous[entry % PAGE] = latest[bucket] ?? NONE
    latest[bucket] = entry
  }
  return {
    add(entry: number): void {
      if (table.size <= latest.length) chain(entry)
      else {
        latest = new Int32Array(latest.length * 4).fill(NONE)
        for (const each of table.all()) chain(each)
      }
    },
    /** Last line first. */
    *ofKey(key: string): Generator<number> {
      const words = numbersOfKey(key)
      if (words === undefined) return
      for (let entry = latest[bucketOf(words)] ?? NONE; entry !== NONE; entry = at('previous', entry))
        if (KEY_COLUMNS.every((column, i) => at(column, entry) === words[i])) yield entry
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
