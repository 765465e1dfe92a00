/** Calls side by side of which one writes what the other one reads or writes, as far as footprints, copies and arguments tell. */
import { isBelow, isSameJson, type JsonObject, type JsonValue, withoutEndSlashes } from '../../base/index.js'
import { siteKey, type ToolCall, toolRef } from '../../call/index.js'
import { type Extent, extentsMeet } from '../../effects/index.js'
import type { LedgerEntry } from '../ledger.js'
import { mayNameTheSame, namesPath } from '../named-things.js'
import { placeChanges } from '../placed-changes.js'
import type { Stage } from '../stage.js'

export interface Meeting {
  /** In the order of their numbers. */
  readonly calls: readonly [LedgerEntry, LedgerEntry]
  /** What both touch, as a person would name it. */
  readonly what: string
  /** Both write; else one of them reads. */
  readonly bothWrite: boolean
  /**
   * What speaks for it. `name`: both name it. `change`: it changed while both were under way, and neither names it. `update`: both write
   * the same to it, and each after a read of its own. `rewrite`: both are known to read it and to write it anew. `doubt`: nobody can tell
   * what the one does to the other. `look`: something changed meanwhile, and one of them may only look, at nothing that is named or at
   * that.
   */
  readonly speaks: 'name' | 'change' | 'update' | 'rewrite' | 'doubt' | 'look'
}

/** At most one for each resource and pair of places in the plan. */
export function meetings(stage: Stage, areBeside: AreBeside): readonly Meeting[] {
  const entries = stage.ledger.entries().slice(0, MOST_CALLS)
  const changed = stage.copyLog === undefined ? [] : changedPaths(stage, entries)
  const found = new Map<string, Meeting>()
  entries.forEach((second, i) => {
    for (const first of entries.slice(0, i)) {
      if (!areBeside(first, second)) continue
      const meeting = meetingOf(first, second, stage, changed)
      if (meeting === undefined) continue
      const key = [meeting.what, siteKey(first.call), siteKey(second.call)].join(' ')
      // Of many the first and the last: whose write stays is decided there.
      if ((found.get(key)?.calls[0] ?? first) === first) found.set(key, meeting)
    }
  })
  return [...found.values()]
}

/** Whether the second of two calls was made before the first one was answered. */
export type AreBeside = (first: LedgerEntry, second: LedgerEntry) => boolean

/** Pairs grow with the square of calls. */
const MOST_CALLS = 400

function meetingOf(
  first: LedgerEntry,
  second: LedgerEntry,
  stage: Stage,
  changed: readonly ChangedPath[],
): Meeting | undefined {
  const calls = [first, second] as const
  const writers = calls.filter(({ call }) => mayWrite(call, stage)).length
  if (writers === 0) return undefined
  const bothWrite = writers === 2
  // Which of two equal ones is first does not matter, nor which of two that add: what does is whether one is lost.
  const isOrdered =
    !isEqualCall(first.call, second.call) && !(bothWrite && calls.every(({ call }) => addsAlone(call, stage)))
  const named = isOrdered
    ? (statedName(first.call, second.call, stage) ??
      copiedName(calls, changed) ??
      sameName(calls, stage) ??
      (bothWrite ? nameWithin(calls, stage) : undefined))
    : undefined
  if (named !== undefined) return { calls, what: named, bothWrite, speaks: 'name' }
  const updated = bothWrite ? updatedName(calls, stage) : undefined
  if (updated !== undefined) return { calls, what: updated, bothWrite, speaks: 'update' }
  const path = bothWrite ? sharedBy(calls, changed) : undefined
  if (path !== undefined) return { calls, what: path, bothWrite, speaks: 'change' }
  const rewritten = bothWrite ? rewrittenName(first.call, second.call, stage) : undefined
  if (rewritten !== undefined) return { calls, what: rewritten, bothWrite, speaks: 'rewrite' }
  const isDoubted =
    isOrdered && first.call.server === second.call.server && calls.some(({ doubt }) => doubt !== undefined)
  if (isDoubted) return { calls, what: 'what the other one needs', bothWrite, speaks: 'doubt' }
  return isOrdered && isLook(calls, stage, changed)
    ? { calls, what: 'what the other one looks at', bothWrite: false, speaks: 'look' }
    : undefined
}

/** A list beside what makes something new names nothing of it. */
function isLook(
  [{ call: first }, { call: second }]: Meeting['calls'],
  { effects }: Stage,
  changed: readonly ChangedPath[],
): boolean {
  const mayLook = [first, second].some((call) => ['read', 'unknown'].includes(effects.claimOf(call).effect))
  const hasChanged = changed.some((each) => each.calls.has(first.n) || each.calls.has(second.n))
  return mayLook && hasChanged && mayNameTheSame(first.arguments, second.arguments)
}

function isEqualCall(one: ToolCall, other: ToolCall): boolean {
  return toolRef(one) === toolRef(other) && isSameJson(one.arguments, other.arguments)
}

function mayWrite(call: ToolCall, { effects }: Stage): boolean {
  return effects.claimOf(call).effect !== 'read'
}

/** The server says that it destroys nothing. */
function addsAlone({ server, tool }: ToolCall, { registry }: Stage): boolean {
  const lookup = registry.find(server, tool)
  return lookup.kind === 'found' && lookup.tool.definition.annotations?.destructiveHint === false
}

/** What the user says of both. */
function statedName(first: ToolCall, second: ToolCall, { effects }: Stage): string | undefined {
  if (first.server !== second.server) return undefined
  const [one, other] = [effects.footprintOf(first), effects.footprintOf(second)]
  const pairs: readonly (readonly [Extent, Extent])[] = [
    [one.writes, other.writes],
    [one.writes, other.reads],
    [one.writes, other.needs],
    [other.writes, one.reads],
    [other.writes, one.needs],
  ]
  const met = pairs.find(([a, b]) => a !== 'whole' && b !== 'whole' && extentsMeet(a, b))
  return met === undefined ? undefined : namesIn(met[0])
}

/** What each of them reads and then writes anew, also where it only adds: a server that locks it says nothing of reading it. */
function rewrittenName(first: ToolCall, second: ToolCall, { effects }: Stage): string | undefined {
  if (first.server !== second.server) return undefined
  const footprints = [effects.footprintOf(first), effects.footprintOf(second)] as const
  const [one, other] = footprints.map(({ writes }) => writes)
  if (one === undefined || other === undefined || one === 'whole' || !extentsMeet(one, other))
    return undefined
  const isRewritten = footprints.every(
    ({ reads, writes }) => reads !== 'whole' && writes !== 'whole' && extentsMeet(reads, writes),
  )
  return isRewritten ? namesIn(one) : undefined
}

function namesIn(extent: Extent): string {
  return extent === 'whole' ? 'the same' : extent.map((name) => `"${name}"`).join(', ')
}

interface ChangedPath {
  readonly path: string
  /** Calls that were under way while it changed. */
  readonly calls: ReadonlySet<number>
  /** One of them names it. */
  readonly isNamed: boolean
}

function changedPaths({ copyLog, effects }: Stage, entries: readonly LedgerEntry[]): readonly ChangedPath[] {
  if (copyLog === undefined) return []
  return placeChanges(copyLog.answers, entries, effects).flatMap(({ calls, changes }) =>
    changes.map(({ path }) => ({
      path,
      calls: new Set(calls.map(({ call }) => call.n)),
      isNamed: calls.some(({ call }) => namesPath(call.arguments, path)),
    })),
  )
}

/** A path that was seen to change while each of them was under way, together or not, and that both name. */
function copiedName(calls: Meeting['calls'], changed: readonly ChangedPath[]): string | undefined {
  const [first, second] = calls.map(({ call }) =>
    changed.flatMap((each) =>
      each.calls.has(call.n) && namesWhole(call.arguments, each.path) ? [each.path] : [],
    ),
  )
  const path = first?.find((each) => second?.includes(each))
  return path === undefined ? undefined : `"${path}"`
}

/** Whether a text of the arguments is the path, as seen from another folder too; an equal last part is not enough. */
function namesWhole(args: JsonObject = {}, path: string): boolean {
  return Object.values(args)
    .flatMap((value) => [value].flat())
    .some((value) => {
      if (typeof value !== 'string') return false
      const text = value.replace(/^\.\//, '')
      return text === path || text.endsWith(`/${path}`) || (text !== '' && path.endsWith(`/${text}`))
    })
}

/** What one of them names is that one's, and what one server keeps is no other one's. */
function sharedBy(calls: Meeting['calls'], changed: readonly ChangedPath[]): string | undefined {
  const [{ call: first }, { call: second }] = calls
  if (first.server !== second.server) return undefined
  const path = changed.find(
    (each) => !each.isNamed && calls.every(({ call }) => each.calls.has(call.n)),
  )?.path
  return path === undefined ? undefined : `"${path}"`
}

/** One that the server calls destructive beside one that reads, or destroys, what goes by the same names. */
function sameName([first, second]: Meeting['calls'], { effects }: Stage): string | undefined {
  const [one, other] = [first.call, second.call]
  if (one.server !== other.server) return undefined
  const claims = [effects.claimOf(one).effect, effects.claimOf(other).effect]
  if (!claims.includes('destructive') || !claims.every((each) => each === 'destructive' || each === 'read'))
    return undefined
  const [ours, theirs] = [identityOf(one.arguments), identityOf(other.arguments)]
  const names = Object.keys(ours)
  if (names.length === 0 || !isSameJson(ours, theirs)) return undefined
  return names.map((name) => `${name} ${JSON.stringify(ours[name])}`).join(', ')
}

/** Two equal writes side by side of what was read before each of them: the one does not know of the other. */
function updatedName([first, second]: Meeting['calls'], stage: Stage): string | undefined {
  if (!isEqualCall(first.call, second.call)) return undefined
  const identity = identityOf(first.call.arguments)
  const names = Object.keys(identity)
  if (names.length === 0) return undefined
  const reads = stage.ledger
    .entries()
    .filter(
      ({ call }) =>
        call.n < first.call.n &&
        call.server === first.call.server &&
        !mayWrite(call, stage) &&
        isSameJson(identityOf(call.arguments), identity),
    )
  if (reads.length < 2) return undefined
  return names.map((name) => `${name} ${JSON.stringify(identity[name])}`).join(', ')
}

/** Two that write, of which one names a folder and the other one something below it, which needs the folder or is needed by it. */
function nameWithin([first, second]: Meeting['calls'], { effects }: Stage): string | undefined {
  const calls = [first.call, second.call] as const
  if (first.call.server !== second.call.server) return undefined
  if (calls.some((call) => effects.claimOf(call).effect === 'unknown')) return undefined
  const [ours, theirs] = [pathsOf(first.call), pathsOf(second.call)]
  const above =
    ours.find((path) => theirs.some((other) => isBelow(other, path))) ??
    theirs.find((path) => ours.some((other) => isBelow(other, path)))
  return above === undefined ? undefined : `"${above}" and what is below it`
}

function pathsOf({ arguments: args = {} }: ToolCall): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    NAMES_PATH.test(name) && typeof value === 'string' && /[^/]/.test(value)
      ? [withoutEndSlashes(value)]
      : [],
  )
}

const NAMES_PATH = /path|file|dir|folder|source|destination|target/i

/** What of the arguments says which one is meant; nothing where one of them is no plain value. */
function identityOf(args: JsonObject = {}): JsonObject {
  const named = Object.entries(args).filter(([name]) => IDENTITY.test(name))
  return named.every(([, value]) => isPlain(value)) ? Object.fromEntries(named) : {}
}

function isPlain(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

const IDENTITY =
  /^(id|key|path|file|uri|url|repo|owner|table|database|collection|bucket|.*(_id|Id|_key|Key|_path|Path|_name|Name))$/
