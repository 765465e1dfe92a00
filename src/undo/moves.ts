/** What a run moved: it is moved back, and not copied, with all that is in it. */
import { byText, isAtOrBelow, isBelow } from '../base/index.js'
import { type FormerState, leftAt, wasAt } from './former-state.js'
import {
  ABSENT,
  hasSameContents,
  isSamePlace,
  isUntouched,
  type PlaceState,
  type World,
} from './place-state.js'

export interface Move {
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
export function movesOf(state: FormerState, now: World, left: Map<string, string>): readonly Move[] {
  const byInode = new Map<string, string>()
  for (const [path, is] of state.after)
    if (is.kind !== 'absent' && wasAt(state, path).kind === 'absent') byInode.set(is.inode, path)
  const moves: Move[] = []
  for (const [from, was] of [...state.before].toSorted(([a], [b]) => byText(a, b))) {
    if (was.kind === 'absent' || state.after.get(from)?.kind !== 'absent') continue
    if (
      moves.some(
        (each) =>
          each.from !== from &&
          isBelow(from, each.from) &&
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
      isLeftWith: (path) => why !== undefined && [from, to].some((each) => isAtOrBelow(path, each)),
    })
  }
  return moves
}

/** What is only known by name in a folder that was moved comes along with it. */
function isInNames(path: string, from: string, { places, blobs }: FormerState): boolean {
  return isBelow(path, from) && !blobs.has(path) && !places.some((each) => each.path === path)
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
    if (isBelow(path, from) && each.kind !== 'absent') expected.set(to + path.slice(from.length), each)
  for (const [path, each] of state.after) if (isBelow(path, to)) expected.set(path, each)
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

/**
 * Former path to present one, of what the run changed in place in a folder that it moved: it comes along, and only its contents or permissions
 * are put back. Both paths are keys, so that neither is taken for made or removed.
 */
export function carriedPaths(moves: readonly Move[], state: FormerState): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { from, to, isLeft } of moves) {
    if (isLeft) continue
    for (const [path, was] of state.before) {
      if (!isBelow(path, from) || was.kind === 'absent') continue
      const there = to + path.slice(from.length)
      const leftThere = state.after.get(there) ?? ABSENT
      if (leftThere.kind !== 'absent' && leftThere.inode === was.inode && hasSameContents(was, leftThere))
        found.set(path, there)
    }
  }
  return found
}

/** Where something in a folder that was moved was before; undefined for what is in none. */
export function formerPath(path: string, moves: readonly Move[]): string | undefined {
  const move = moves.find(({ to, isLeft }) => !isLeft && isBelow(path, to))
  return move === undefined ? undefined : move.from + path.slice(move.to.length)
}

/** Where something is that the run left at a path: moved back along with its folder, or still there. */
export function locate(moves: readonly Move[]): (path: string) => string {
  return (path) =>
    moves.reduce(
      (at, { from, to, isDone, isLeft }) =>
        isDone && !isLeft && isBelow(at, to) ? from + at.slice(to.length) : at,
      path,
    )
}
