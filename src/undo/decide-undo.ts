/** What it takes to put back what a run changed, and what is left as it is, and why: decided from what was seen, done elsewhere. */
import { repositoryOf } from '../plan/index.js'
import { type FormerState, leftAt, wasAt } from './former-state.js'
import { ABSENT, hasSameContents, isSamePlace, isUntouched, type PlaceState } from './place-state.js'

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

/** What stands there now: of places that the run changed, and of all that is in folders which are taken as a whole. */
export interface World {
  at(path: string): PlaceState
  /** Paths of all that is below a folder now. */
  below(path: string): readonly string[]
}

export function decideUndo(state: FormerState, now: World): UndoDecision {
  const left = new Map<string, string>()
  const moves = movesOf(state, now, left)
  const located = locate(moves)
  const repositories = otherRepositories(state, now)
  for (const path of repositories) left.set(path, OTHER_REPOSITORY)
  const changed = [...new Set([...state.before.keys(), ...state.after.keys()])]
    .filter((path) => state.after.has(path) && !isSamePlace(wasAt(state, path), leftAt(state, path)))
    .toSorted()
  const isOut = (path: string): boolean => {
    const repository = repositoryOf(path)
    return (
      (repository !== undefined && repositories.has(repository)) ||
      moves.some((each) => each.isLeftWith(path))
    )
  }
  const carried = carriedPaths(moves, state)
  const comesAlong = new Set([...carried].flat())
  const wanted = [
    ...changed.filter(
      (path) => !isOut(path) && !comesAlong.has(path) && !moves.some((each) => each.carries(path)),
    ),
    ...carried.keys(),
  ]
  const removals: Extract<UndoStep, { kind: 'remove' }>[] = []
  const folders: UndoStep[] = []
  const others: UndoStep[] = []
  let asBefore = 0
  for (const path of wanted) {
    const there = carried.get(path)
    const [was, leftThere] = [wasAt(state, path), leftAt(state, there ?? path)]
    const here = located(there ?? path)
    const is = now.at(here)
    if (isSamePlace(was, is)) {
      asBefore++
      continue
    }
    const why = whyLeft(path, { was, leftThere, is }, state)
    if (why !== undefined) left.set(path, why)
    else if (was.kind === 'absent') {
      // Never the only one that is left of what was there.
      const before = formerPath(path, moves)
      if (before === undefined || wasAt(state, before).kind !== 'file' || state.blobs.has(before))
        removals.push({ kind: 'remove', path: here, is })
      else left.set(path, uncoveredAt(before, state))
    } else {
      const step = putBack(path, was, is, state)
      if (!('kind' in step)) {
        left.set(path, step.why)
        continue
      }
      // A file takes a file's place at once; whatever else stands there goes first.
      const isInTheWay =
        is.kind !== 'absent' && is.kind !== was.kind && (is.kind === 'folder' || was.kind === 'folder')
      if (isInTheWay) removals.push({ kind: 'remove', path: here, is })
      if (step.kind === 'folder') folders.push(step)
      else others.push(isInTheWay && 'is' in step ? { ...step, is: ABSENT } : step)
    }
  }
  for (const { from, to, isDone, is } of moves)
    if (!isDone) folders.push({ kind: 'move', path: from, from: to, is })
  const structure = inTurn(folders.toSorted(byDepth))
  const emptied = keepWhatHoldsMore(removals, structure, now, left)
  return {
    steps: [
      ...removals.filter(({ is }) => is.kind !== 'folder'),
      ...structure,
      // By now whatever was moved into them is out again.
      ...emptied
        .map((step) => ({ ...step, path: afterMoves(step.path, structure) }))
        .toSorted((a, b) => byDepth(b, a)),
      ...others,
    ],
    left: [...left].map(([path, why]) => ({ path, why })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    asBefore,
    times: timesOf(state, left),
  }
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
      step.kind === 'move' && at.startsWith(`${step.from}/`) ? step.path + at.slice(step.from.length) : at,
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
        .filter((at) => !going.has(at) && !moved.some((each) => at === each || at.startsWith(`${each}/`)))
      if (more.length === 0) return true
      going.delete(path)
      left.set(path, `it holds what the run did not make (${more.slice(0, 3).join(', ')})`)
      return false
    })
}

function byDepth(a: UndoStep, b: UndoStep): number {
  return a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1)
}

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
  if (isSamePlace(leftThere, is) || isHalfBack) return undefined
  if (is.kind === 'absent') return 'it has been removed since'
  return leftThere.kind === 'absent' ? 'it has been made anew since' : 'it has been changed since'
}

function uncoveredAt(path: string, { uncovered }: FormerState): string {
  for (const [at, why] of uncovered) if (path === at || path.startsWith(`${at}/`)) return why
  return 'its former bytes were not kept'
}

/**
 * Former path to present one, of what the run changed in place in a folder that it moved: it comes along, and only its contents or permissions
 * are put back. Both paths are keys, so that neither is taken for made or removed.
 */
function carriedPaths(moves: readonly Move[], state: FormerState): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { from, to, isLeft } of moves) {
    if (isLeft) continue
    for (const [path, was] of state.before) {
      if (!path.startsWith(`${from}/`) || was.kind === 'absent') continue
      const there = to + path.slice(from.length)
      const leftThere = state.after.get(there) ?? ABSENT
      if (leftThere.kind !== 'absent' && leftThere.inode === was.inode && hasSameContents(was, leftThere))
        found.set(path, there)
    }
  }
  return found
}

/** Where something in a folder that was moved was before; undefined for what is in none. */
function formerPath(path: string, moves: readonly Move[]): string | undefined {
  const move = moves.find(({ to, isLeft }) => !isLeft && path.startsWith(`${to}/`))
  return move === undefined ? undefined : move.from + path.slice(move.to.length)
}

interface Move {
  readonly from: string
  readonly to: string
  readonly is: PlaceState
  /** It is back already, or is left where it is. */
  readonly isDone: boolean
  readonly isLeft: boolean
  /** Where the thing was, and where it is now. */
  carries(path: string): boolean
  /** The folder is left where it is, and with it what is in it. */
  isLeftWith(path: string): boolean
}

/** Files and folders that are where they are by having been moved: they are moved back, and not copied. */
function movesOf(state: FormerState, now: World, left: Map<string, string>): readonly Move[] {
  const byInode = new Map<string, string>()
  for (const [path, is] of state.after)
    if (is.kind !== 'absent' && wasAt(state, path).kind === 'absent') byInode.set(is.inode, path)
  const moves: Move[] = []
  for (const [from, was] of [...state.before].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (was.kind === 'absent' || state.after.get(from)?.kind !== 'absent') continue
    if (
      moves.some(
        (each) =>
          each.from !== from &&
          from.startsWith(`${each.from}/`) &&
          each.to + from.slice(each.from.length) === byInode.get(was.inode),
      )
    )
      continue
    const told = byInode.get(was.inode)
    const leftThere = told === undefined ? ABSENT : leftAt(state, told)
    if (told === undefined || leftThere.kind !== was.kind || was.kind === 'link' || was.kind === 'other')
      continue
    if (was.kind === 'file' && !hasSameContents(was, leftThere)) continue
    const to = told
    const [isBack, isThere] = [now.at(from), now.at(to)]
    const isDone = isThere.kind === 'absent' && isBack.kind === was.kind && isBack.inode === was.inode
    const why = isDone ? undefined : whyNotMoved({ from, to, was: leftThere, isBack, isThere }, state, now)
    if (why !== undefined) left.set(to, why)
    moves.push({
      ...{ from, to, isDone: isDone || why !== undefined, isLeft: why !== undefined, is: isThere },
      carries: (path) =>
        path === from || path === to || (was.kind === 'folder' && isInNames(path, from, state)),
      isLeftWith: (path) =>
        why !== undefined && [from, to].some((each) => path === each || path.startsWith(`${each}/`)),
    })
  }
  return moves
}

/** What is only known by name in a folder that was moved comes along with it. */
function isInNames(path: string, from: string, { places, blobs }: FormerState): boolean {
  return path.startsWith(`${from}/`) && !blobs.has(path) && !places.some((each) => each.path === path)
}

function whyNotMoved(
  {
    from,
    to,
    was,
    isBack,
    isThere,
  }: {
    readonly from: string
    readonly to: string
    readonly was: PlaceState
    readonly isBack: PlaceState
    readonly isThere: PlaceState
  },
  state: FormerState,
  now: World,
): string | undefined {
  if (state.foreign.has(from) || state.foreign.has(to)) return 'somebody else changed it while the run was on'
  // With both its names: an undo was interrupted between them.
  const isBoth = isBack.kind === 'file' && isThere.kind === 'file' && isBack.inode === isThere.inode
  if (isBack.kind !== 'absent' && !isBoth) return `something stands at ${from} again`
  if (isThere.kind === 'absent') return 'it has been removed since'
  if (was.kind === 'absent' || isThere.kind !== was.kind || isThere.inode !== was.inode)
    return 'something else stands there now'
  if (was.kind !== 'folder') return hasSameContents(was, isThere) ? undefined : 'it has been changed since'
  const expected = new Map<string, PlaceState>()
  for (const [path, each] of state.before)
    if (path.startsWith(`${from}/`) && each.kind !== 'absent')
      expected.set(to + path.slice(from.length), each)
  for (const [path, each] of state.after) if (path.startsWith(`${to}/`)) expected.set(path, each)
  const there = now.below(to)
  for (const path of new Set([...expected.keys(), ...there])) {
    const [leftThere, is] = [expected.get(path) ?? ABSENT, now.at(path)]
    if (leftThere.kind === is.kind && (isSamePlace(leftThere, is) || isUntouched(leftThere, is))) continue
    // What was moved out of it has another place by now, and is looked at there.
    if (is.kind === 'absent' && (state.begun.has(path) || isMovedOut(leftThere, state, now))) continue
    // What the run removed in it is noted where it was before.
    const before = from + path.slice(to.length)
    if (is.kind === 'absent' && !state.after.has(path) && state.places.some((each) => each.path === before))
      continue
    return `${path} in it is not as the run left it`
  }
  return undefined
}

function isMovedOut(was: PlaceState, { after }: FormerState, now: World): boolean {
  if (was.kind === 'absent') return true
  for (const [path, each] of after)
    if (each.kind !== 'absent' && each.inode === was.inode) return now.at(path).kind !== 'absent'
  return false
}

/** Where something is that the run left at a path: moved back along with its folder, or still there. */
function locate(moves: readonly Move[]): (path: string) => string {
  return (path) =>
    moves.reduce(
      (at, { from, to, isDone, isLeft }) =>
        isDone && !isLeft && at.startsWith(`${to}/`) ? from + at.slice(to.length) : at,
      path,
    )
}

/** Repositories of which anything is otherwise than the run left it: they are left as a whole. */
function otherRepositories(state: FormerState, now: World): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { path: repository, keeps } of state.places) {
    if (keeps !== 'whole' || repositoryOf(repository) !== repository) continue
    const known = [...state.before.keys(), ...state.after.keys()].filter(
      (path) => path === repository || path.startsWith(`${repository}/`),
    )
    const paths = new Set([...known, ...now.below(repository)])
    const isOther = [...paths].some((path) => {
      const is = now.at(path)
      const [was, leftThere] = [wasAt(state, path), leftAt(state, path)]
      // As it was before: it was put back, by an undo that was interrupted.
      return !isSamePlace(leftThere, is) && !isSamePlace(was, is)
    })
    if (isOther || state.foreign.has(repository) || state.uncovered.has(repository)) found.add(repository)
  }
  return found
}

function timesOf(
  state: FormerState,
  left: ReadonlyMap<string, string>,
): readonly { readonly path: string; readonly was: PlaceState }[] {
  const isOut = (folder: string): boolean =>
    [...left.keys()].some((path) => path === folder || path.startsWith(`${folder}/`))
  return [...state.before]
    .filter(([path, was]) => was.kind === 'folder' && !isOut(path))
    .map(([path, was]) => ({ path, was }))
    .toSorted((a, b) => (a.path < b.path ? 1 : -1))
}
