/** What the calls of a rehearsal changed in the copy of the world, as the report tells it. */

import { createHmac } from 'node:crypto'
import { byText } from '../base/index.js'
import type { Effects } from '../effects/index.js'
import type { Redactor } from '../recording/index.js'
import type { SeenChange, SeenState } from './copies.js'
import type { CopyLog } from './copy-answerer.js'
import { fileDiff } from './file-diff.js'
import type { LedgerEntry } from './ledger.js'
import { type CallGroup, mayWrite, type PlacedChange, placeChanges } from './placed-changes.js'
import { privateFiles } from './private-files.js'
import type { FileEffect, FileEffects, ReportedFile } from './report.js'
import { isRunnerLog } from './runner-logs.js'

/**
 * Files that a server changes at every call, such as its log: nobody's effect.
 * Whether a change is the server's own: its file was changed at each call that was made alone, three or more, of two tools or more, and
 * one of them at least is said to change nothing. Where all may write, nothing tells a log from what they were asked to write.
 */
function ownFiles(groups: readonly CallGroup[], effects: Effects): (change: PlacedChange) => boolean {
  const alone = groups.filter(({ calls }) => calls.length === 1)
  const servers = new Set(alone.flatMap(({ calls }) => calls.map(({ call }) => call.server)))
  const own = new Map(
    [...servers].map((server) => {
      const its = alone.filter(({ calls }) => calls[0]?.call.server === server)
      return [server, pathsChangedByEach(its, effects)] as const
    }),
  )
  const serverOf = new Map(groups.flatMap(({ calls }) => calls.map(({ call }) => [call.n, call.server])))
  return ({ path, change, call, sharedWith }) =>
    (change === 'made' || change === 'changed') &&
    [call, ...sharedWith].some((n) => own.get(serverOf.get(n) ?? '')?.has(path))
}

const NONE: ReadonlySet<string> = new Set()
const LEAST_CALLS = 3

function pathsChangedByEach(alone: readonly CallGroup[], effects: Effects): ReadonlySet<string> {
  const calls = alone.flatMap((group) => group.calls.map(({ call }) => call))
  const tools = new Set(calls.map(({ tool }) => tool))
  const isAnyRead = calls.some((call) => !mayWrite(call, effects))
  const [first, ...others] = alone.map(
    ({ changes }) => new Set(changes.filter(isKept).map(({ path }) => path)),
  )
  if (first === undefined || calls.length < LEAST_CALLS || tools.size < 2 || !isAnyRead) return NONE
  return new Set([...first].filter((path) => others.every((paths) => paths.has(path))))
}

/** What is lost is told, whoever did it. */
function isKept({ change }: PlacedChange): boolean {
  return change === 'made' || change === 'changed'
}

export interface ObservedFiles {
  readonly effects: FileEffects
  /** What was seen to change by a call and by no other one. */
  of(n: number): readonly SeenChange[]
  /** By calls, in the order in which it happened. */
  readonly placed: readonly PlacedChange[]
}

export interface FileSecrecy {
  readonly redactor: Pick<Redactor, 'text'>
  /** The store's key for digests; absent without a store. */
  readonly salt?: string
}

/** `entries` in the order of their numbers. Nothing hangs on which of the calls that were under way together was answered first. */
export function observedFiles(
  { answers, late }: CopyLog,
  entries: readonly LedgerEntry[],
  effects: Effects,
  secrecy: FileSecrecy,
): ObservedFiles {
  const groups = placeChanges(answers, entries, effects)
  const placed = groups.flatMap(({ changes }) => changes)
  const isHabit = ownFiles(groups, effects)
  const isOwn = (each: PlacedChange): boolean => isRunnerLog(each) || isHabit(each)
  const own = new Set([...placed.filter(isOwn), ...late.filter(isRunnerLog)].map(({ path }) => path))
  const byCalls = placed.filter((each) => !isOwn(each))
  const isPrivate = privateFiles<SeenChange>([...placed, ...late])
  const describe = describer(isPrivate, secrecy)
  return {
    effects: {
      files: byCalls.toSorted(byLoss).map((each) => describe(each, whose(each))),
      late: late
        .filter(({ path, change }) => change === 'removed' || change === 'renamed' || !own.has(path))
        .toSorted(byLoss)
        .map((each) => describe(each)),
      own: [...own].sort(),
    },
    placed: byCalls,
    of: (n) => byCalls.filter(({ call, sharedWith }) => call === n && sharedWith.length === 0),
  }
}

/** Changes of which nobody knows the call: what is lost comes first, and what is private is not shown. */
export function describeChanges(changes: readonly SeenChange[], secrecy: FileSecrecy): readonly FileEffect[] {
  const describe = describer(privateFiles(changes), secrecy)
  return changes.toSorted(byLoss).map((each) => describe(each))
}

type Whose = Pick<FileEffect, 'server' | 'call' | 'shared_with'>

function whose({ server, call, sharedWith }: PlacedChange): Whose {
  return { server, call, ...(sharedWith.length === 0 ? {} : { shared_with: sharedWith }) }
}

/** Describes one change after the other, and looks through their contents until it has seen enough. */
function describer(
  isPrivate: ReadonlySet<SeenChange>,
  { redactor, salt }: FileSecrecy,
): (change: SeenChange, whose?: Whose) => FileEffect {
  let room = MOST_BYTES
  return (seen, whose = {}) => {
    const { path, change, from, before, after, isInRoot } = seen
    const isShown = isInRoot && !isPrivate.has(seen)
    const contents = [before, after].map((state) => state?.content?.length ?? 0)
    const isLooked = isShown && room > 0
    if (isLooked) for (const bytes of contents) room -= bytes
    const was = isLooked ? lookThrough(before, redactor) : NOT_SEEN
    const is = isLooked ? lookThrough(after, redactor) : NOT_SEEN
    const isOpen = isLooked
      ? !was.isSecret && !is.isSecret
      : isShown && contents.every((bytes) => bytes === 0)
    const digestOf = isOpen ? plainDigest : keyedDigest
    const diff = diffOf(change, was.text, is.text)
    return {
      path: redactor.text(path),
      change,
      ...(from === undefined ? {} : { from: redactor.text(from) }),
      ...whose,
      ...(before === undefined
        ? {}
        : { before: { ...stateOf(before, isShown, redactor), ...digestOf(before, salt) } }),
      ...(after === undefined
        ? {}
        : { after: { ...stateOf(after, isShown, redactor), ...digestOf(after, salt) } }),
      ...(diff === undefined ? {} : { diff }),
    }
  }
}

/** Of contents that are looked through for one report. */
const MOST_BYTES = 4_000_000

interface Seen {
  /** Without secrets; absent for what is no text, and for what was not kept. */
  readonly text?: string
  readonly isSecret: boolean
}

const NOT_SEEN: Seen = { isSecret: false }

/** Before the lines of a diff part them: a key has several. */
function lookThrough(state: SeenState | undefined, redactor: FileSecrecy['redactor']): Seen {
  if (state?.content === undefined || state.kind !== 'file') return NOT_SEEN
  const text = utf8Text(state.content)
  const raw = text ?? Buffer.from(state.content).toString('latin1')
  const redacted = redactor.text(raw)
  const isSecret = redacted !== raw
  return text === undefined ? { isSecret } : { isSecret, text: redacted }
}

/** Undefined for what is not UTF-8. A byte order mark is kept: a diff shows that it comes or goes. */
function utf8Text(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    // Of another encoding.
    return undefined
  }
}

function diffOf(
  change: SeenChange['change'],
  was: string | undefined,
  is: string | undefined,
): string | undefined {
  const before = change === 'made' ? '' : was
  const after = change === 'removed' ? '' : is
  return before === undefined || after === undefined ? undefined : fileDiff(before, after)
}

function stateOf(
  { kind, mode, bytes, target }: SeenState,
  isShown: boolean,
  redactor: FileSecrecy['redactor'],
): ReportedFile {
  return {
    ...(kind === 'file' ? {} : { kind }),
    mode: mode.toString(8).padStart(4, '0'),
    bytes,
    ...(target === undefined || !isShown ? {} : { target: redactor.text(target) }),
  }
}

type Digest = Pick<ReportedFile, 'digest'>

function plainDigest({ digest }: SeenState): Digest {
  return digest === undefined ? {} : { digest }
}

/** Short contents can be guessed from a digest without a key. */
function keyedDigest({ digest }: SeenState, salt: string | undefined): Digest {
  if (digest === undefined || salt === undefined) return {}
  return { digest: `hmac-sha256:${createHmac('sha256', salt).update(digest).digest('hex')}` }
}

/** The order in which changes are told: what is lost comes first, then by path and call. */
export function byLoss(a: ToldChange, b: ToldChange): number {
  return RANK[a.change] - RANK[b.change] || byText(a.path, b.path) || (a.call ?? 0) - (b.call ?? 0)
}

type ToldChange = Pick<FileEffect, 'path' | 'change' | 'call'>

const RANK = { removed: 0, changed: 1, renamed: 2, made: 3 } as const
