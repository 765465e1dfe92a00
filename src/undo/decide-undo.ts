/** What it takes to put back what a run changed, and what is left as it is, and why: decided from what was seen, done elsewhere. */
import { byText, isAtOrBelow, isBelow, listText } from '../base/index.js'
import { repositoryOf } from '../plan/index.js'
import { type FormerState, leftAt, wasAt } from './former-state.js'
import { carriedPaths, formerPath, locate, type Move, movesOf } from './moves.js'
import {
  ABSENT,
  hasSameContents,
  isClosed,
  isSamePlace,
  isStillAs,
  type PlaceState,
  type World,
} from './place-state.js'

/** In the order in which they are done. Paths are where things are when the step is done. */
export type UndoStep =
  /** A file or link that the run made, or a folder, which has to be empty by then. */
  | { readonly kind: 'remove'; readonly path: string; readonly is: PlaceState }
  | { readonly kind: 'move'; readonly path: string; readonly from: string; readonly is: PlaceState }
  /** Makes it, or lets us in; it gets its permissions once all is done in it. */
  | {
      readonly kind: 'folder'
      readonly path: string
      readonly was: Standing<'folder'>
      readonly is: PlaceState
    }
  /** `is`: what it replaces. */
  | {
      readonly kind: 'write'
      readonly path: string
      readonly was: Standing<'file'>
      readonly blob: number
      readonly is: PlaceState
    }
  | { readonly kind: 'link'; readonly path: string; readonly was: Standing<'link'>; readonly is: PlaceState }
  | { readonly kind: 'mode'; readonly path: string; readonly was: PlaceState; readonly is: PlaceState }

type Standing<Kind extends PlaceState['kind']> = Extract<PlaceState, { readonly kind: Kind }>

export interface UndoDecision {
  readonly steps: readonly UndoStep[]
  /** `why`: the end of a sentence. */
  readonly left: readonly LeftPlace[]
  /** How many places are as they were before already. */
  readonly asBefore: number
  /** Folders whose times may be set back once all is done: nobody else has anything in them. */
  readonly times: readonly { readonly path: string; readonly was: PlaceState }[]
}

export interface LeftPlace {
  readonly path: string
  readonly why: string
}

export function decideUndo(state: FormerState, now: World): UndoDecision {
  const left = new Map<string, string>()
  const moves = movesOf(state, now, left)
  const repositories = otherRepositories(state, now)
  for (const path of repositories) left.set(path, OTHER_REPOSITORY)
  const carried = carriedPaths(moves, state)
  const wanted = [...placesOfTheirOwn(state, moves, repositories, carried), ...carried.keys()]
  for (const path of state.foreign)
    if (!state.after.has(path) && !isSamePlace(wasAt(state, path), now.at(path))) left.set(path, NOT_AS_SHOWN)
  const parts: Parts = { removals: [], folders: [], others: [], asBefore: 0 }
  for (const path of wanted) putBackInto(parts, { path, there: carried.get(path), moves, state, now, left })
  for (const { from, to, isDone, is } of moves)
    if (!isDone) parts.folders.push({ kind: 'move', path: from, from: to, is })
  const structure = inTurn(parts.folders.toSorted(byDepth))
  const emptied = keepWhatHoldsMore(parts.removals, structure, now, left)
  return {
    steps: [
      ...parts.removals.filter(({ is }) => is.kind !== 'folder'),
      ...structure,
      // By now whatever was moved into them is out again.
      ...emptied
        .map((step) => ({ ...step, path: afterMoves(step.path, structure) }))
        .toSorted((a, b) => byDepth(b, a)),
      ...parts.others,
    ],
    left: [...left].map(([path, why]) => ({ path, why })).toSorted((a, b) => byText(a.path, b.path)),
    asBefore: parts.asBefore,
    times: timesOf(state, left),
  }
}

/** What the run changed, but for what is left as a whole, or comes along with what is moved back. */
function placesOfTheirOwn(
  state: FormerState,
  moves: readonly Move[],
  repositories: ReadonlySet<string>,
  carried: ReadonlyMap<string, string>,
): readonly string[] {
  const comesAlong = new Set([...carried].flat())
  const isOut = (path: string): boolean => {
    const repository = repositoryOf(path)
    return (
      (repository !== undefined && repositories.has(repository)) ||
      moves.some((each) => each.isLeftWith(path))
    )
  }
  return [...new Set([...state.before.keys(), ...state.after.keys()])]
    .filter((path) => state.after.has(path) && !isSamePlace(wasAt(state, path), leftAt(state, path)))
    .toSorted()
    .filter((path) => !isOut(path) && !comesAlong.has(path) && !moves.some((each) => each.carries(path)))
}

/** The steps, apart, since each part has its turn. */
interface Parts {
  readonly removals: Extract<UndoStep, { kind: 'remove' }>[]
  readonly folders: UndoStep[]
  readonly others: UndoStep[]
  asBefore: number
}

interface WantedPlace {
  readonly path: string
  /** Where a folder that was moved has it now. */
  readonly there: string | undefined
  readonly moves: readonly Move[]
  readonly state: FormerState
  readonly now: World
  readonly left: Map<string, string>
}

/** Adds the steps of one place, or why it is left. */
function putBackInto(parts: Parts, { path, there = path, moves, state, now, left }: WantedPlace): void {
  const [was, leftThere] = [wasAt(state, path), leftAt(state, there)]
  const here = locate(moves)(there)
  const is = now.at(here)
  if (isSamePlace(was, is)) {
    parts.asBefore++
    return
  }
  const why = whyLeft(path, { was, leftThere, is }, state)
  if (why !== undefined) {
    left.set(path, why)
    return
  }
  if (was.kind === 'absent') {
    // Never the only one that is left of what was there.
    const before = formerPath(path, moves)
    if (before === undefined || wasAt(state, before).kind !== 'file' || state.blobs.has(before))
      parts.removals.push({ kind: 'remove', path: here, is })
    else left.set(path, uncoveredAt(before, state))
    return
  }
  const step = putBack(path, was, is, state)
  if (!('kind' in step)) {
    left.set(path, step.why)
    return
  }
  // A file takes a file's place at once; whatever else stands there goes first.
  const isInTheWay =
    is.kind !== 'absent' && is.kind !== was.kind && (is.kind === 'folder' || was.kind === 'folder')
  if (isInTheWay) parts.removals.push({ kind: 'remove', path: here, is })
  if (step.kind === 'folder') parts.folders.push(step)
  else parts.others.push(isInTheWay && 'is' in step ? { ...step, is: ABSENT } : step)
}

/** One move takes along what lies in its folder, and later ones find it where it is by then. */
function inTurn(steps: readonly UndoStep[]): readonly UndoStep[] {
  const done: UndoStep[] = []
  for (const step of steps)
    done.push(step.kind === 'move' ? { ...step, from: afterMoves(step.from, done) } : step)
  return done
}

function afterMoves(path: string, done: readonly UndoStep[]): string {
  return done.reduce(
    (at, step) =>
      step.kind === 'move' && isBelow(at, step.from) ? step.path + at.slice(step.from.length) : at,
    path,
  )
}

/** A folder that the run made stays, and is named, when anything is in it that is not taken away. */
function keepWhatHoldsMore(
  removals: readonly Extract<UndoStep, { kind: 'remove' }>[],
  structure: readonly UndoStep[],
  now: World,
  left: Map<string, string>,
): readonly Extract<UndoStep, { kind: 'remove' }>[] {
  const going = new Set(removals.map(({ path }) => path))
  const moved = structure.flatMap((step) => (step.kind === 'move' ? [step.from] : []))
  return removals
    .filter(({ is }) => is.kind === 'folder')
    .filter(({ path }) => {
      const more = now
        .below(path)
        .filter((at) => !going.has(at) && !moved.some((each) => isAtOrBelow(at, each)))
      if (more.length === 0) return true
      going.delete(path)
      left.set(path, `it holds what the run did not make (${listText(more, 3)})`)
      return false
    })
}

function byDepth(a: UndoStep, b: UndoStep): number {
  return a.path.split('/').length - b.path.split('/').length || byText(a.path, b.path)
}

/** By an effect that a kill cut off, or by somebody else. */
const NOT_AS_SHOWN = 'it was changed while the run was on, and not as the copy had shown'
const OTHER_REPOSITORY = 'something was done in this repository since, or beside the run'

function putBack(
  path: string,
  was: PlaceState,
  is: PlaceState,
  state: FormerState,
): UndoStep | { readonly why: string } {
  if (was.kind === 'link') return { kind: 'link', path, was, is }
  if (was.kind === 'folder') return { kind: 'folder', path, was, is }
  if (was.kind !== 'file') return { why: 'it was no file, folder or link' }
  if (is.kind === 'file' && hasSameContents(was, is)) return { kind: 'mode', path, was, is }
  const blob = state.blobs.get(path)
  return blob === undefined ? { why: uncoveredAt(path, state) } : { kind: 'write', path, was, blob, is }
}

function whyLeft(
  path: string,
  {
    was,
    leftThere,
    is,
  }: { readonly was: PlaceState; readonly leftThere: PlaceState; readonly is: PlaceState },
  state: FormerState,
): string | undefined {
  if (state.foreign.has(path)) return 'somebody else changed it while the run was on'
  // An undo that was interrupted may have taken away what stood in its place, or made a folder without its permissions so far.
  const isHalfBack =
    state.begun.has(path) && (is.kind === 'absent' || (is.kind === 'folder' && was.kind === 'folder'))
  if (isStillAs(leftThere, is) || isHalfBack) return undefined
  if (is.kind === 'absent') return 'it has been removed since'
  if (isClosed(is)) return 'it is closed to us'
  if (isSamePlace(leftThere, is)) return 'it belongs to another user or group since'
  return leftThere.kind === 'absent' ? 'it has been made anew since' : 'it has been changed since'
}

function uncoveredAt(path: string, { uncovered }: FormerState): string {
  for (const [at, why] of uncovered) if (isAtOrBelow(path, at)) return why
  return 'its former bytes were not kept'
}

/** Repositories of which anything is otherwise than the run left it: they are left as a whole. */
function otherRepositories(state: FormerState, now: World): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { path: repository, keeps } of state.places) {
    if (keeps !== 'whole' || repositoryOf(repository) !== repository) continue
    const known = [...state.before.keys(), ...state.after.keys()].filter((path) =>
      isAtOrBelow(path, repository),
    )
    const paths = new Set([...known, ...now.below(repository)])
    const isOther = [...paths].some((path) => {
      const is = now.at(path)
      const [was, leftThere] = [wasAt(state, path), leftAt(state, path)]
      // As it was before: it was put back, by an undo that was interrupted.
      return !isStillAs(leftThere, is) && !isSamePlace(was, is)
    })
    if (isOther || state.foreign.has(repository) || state.uncovered.has(repository)) found.add(repository)
  }
  return found
}

function timesOf(
  state: FormerState,
  left: ReadonlyMap<string, string>,
): readonly { readonly path: string; readonly was: PlaceState }[] {
  const isOut = (folder: string): boolean => [...left.keys()].some((path) => isAtOrBelow(path, folder))
  return [...state.before]
    .filter(([path, was]) => was.kind === 'folder' && !isOut(path))
    .map(([path, was]) => ({ path, was }))
    .toSorted((a, b) => (a.path < b.path ? 1 : -1))
}
