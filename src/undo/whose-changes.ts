/** Of what is otherwise than before: what the run did, what somebody else did, and what nobody was shown. */
import { isBelow } from '../base/index.js'
import { keyedDigestOfBytes, type ReceiptChange, repositoryOf } from '../plan/index.js'
import { type FormerLine, type FormerState, leftAt } from './former-state.js'
import { lookAtPlaces } from './look-at-places.js'
import { ABSENT, isSamePlace, type PlaceState } from './place-state.js'

export interface Seen {
  readonly known: ReadonlyMap<string, PlaceState>
  readonly now: ReadonlyMap<string, PlaceState>
  /** Paths of what is otherwise now. */
  readonly moved: readonly string[]
}

export type SeenLine = Extract<FormerLine, { kind: 'seen' }>

/** While no effect is under way, nothing of it is the run's. */
export function seenBetween({ moved }: Seen, { places }: FormerState): SeenLine {
  // What is only moved along comes back as whoever left it.
  const owned = ownedPaths(places.filter(({ keeps }) => keeps !== 'names'))
  const foreign = moved.filter((path) => owned(path)).map((path) => repositoryOf(path) ?? path)
  return { kind: 'seen', states: {}, foreign: [...new Set(foreign)], unshown: [], isOpen: false }
}

export function seenByCalls(
  { known, now, moved }: Seen,
  { places, changes }: FormerState,
  calls: readonly number[],
): SeenLine {
  const owned = ownedPaths(places)
  const mine = changes.filter(
    ({ call, shared_with: others = [] }) =>
      calls.length === 0 || [call, ...others].some((each) => calls.includes(each)),
  )
  const foreign = repositoriesOtherThanShown({ known, now, moved }, mine)
  const states: Record<string, PlaceState> = {}
  const unshown: string[] = []
  const renamed = madeUnderOtherNames({ known, now, moved }, mine, owned)
  const inodes = new Set([...known.values()].flatMap((each) => (each.kind === 'absent' ? [] : each.inode)))
  for (const path of moved) {
    const is = now.get(path) ?? ABSENT
    if (owned(path) || renamed.has(path)) states[path] = is
    // What came along in a folder that was moved is told with it.
    else if (known.has(path) || is.kind === 'absent' || !inodes.has(is.inode)) unshown.push(path)
  }
  return { kind: 'seen', states, foreign: [...foreign], unshown, isOpen: false }
}

/** Whoever commits at the same time makes more files than the copy showed: then nobody knows what is whose. */
function repositoriesOtherThanShown(
  { known, now, moved }: Seen,
  mine: readonly ReceiptChange[],
): Set<string> {
  const shown = new Map<string, number>()
  const seen = new Map<string, number>()
  for (const { path, kind } of mine) {
    const repository = repositoryOf(path)
    if (repository !== undefined && kind !== 'folder') shown.set(repository, (shown.get(repository) ?? 0) + 1)
  }
  const isElsewhere = movedAlong({ known, now, moved })
  for (const path of moved) {
    const repository = repositoryOf(path)
    const [was, is] = [known.get(path) ?? ABSENT, now.get(path) ?? ABSENT]
    if (repository === undefined || (is.kind === 'absent' ? was : is).kind === 'folder' || isElsewhere(path))
      continue
    seen.set(repository, (seen.get(repository) ?? 0) + 1)
  }
  return new Set([...seen].filter(([each, count]) => count > (shown.get(each) ?? 0)).map(([each]) => each))
}

/** Whether something has only another path than before, or had. */
function movedAlong({ known, now, moved }: Seen): (path: string) => boolean {
  const inodes = (states: ReadonlyMap<string, PlaceState>): ReadonlySet<string> =>
    new Set(
      moved.flatMap((path) => {
        const state = states.get(path) ?? ABSENT
        return state.kind === 'absent' ? [] : [state.inode]
      }),
    )
  const [gone, come] = [inodes(known), inodes(now)]
  return (path) => {
    const [was, is] = [known.get(path) ?? ABSENT, now.get(path) ?? ABSENT]
    if (is.kind === 'absent') return was.kind !== 'absent' && come.has(was.inode)
    return was.kind === 'absent' && gone.has(is.inode)
  }
}

/**
 * A server that names files itself makes others than in the copy: as many new ones in a folder as the copy showed there, and none of those
 * there, are the run's. Where there are more, somebody else's are among them, and all are left.
 */
function madeUnderOtherNames(
  { known, now, moved }: Seen,
  mine: readonly ReceiptChange[],
  owned: (path: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  const made = moved.filter((path) => !owned(path) && !known.has(path) && now.get(path)?.kind === 'file')
  for (const folder of new Set(made.map(parentOf))) {
    const here = made.filter((path) => parentOf(path) === folder)
    const missing = mine.filter(
      ({ path, change, kind }) =>
        change === 'made' &&
        kind === 'file' &&
        parentOf(path) === folder &&
        (now.get(path) ?? ABSENT).kind === 'absent',
    )
    if (here.length === missing.length) for (const path of here) found.add(path)
  }
  return found
}

/** A killed run may have done what it was about to do: what is as the copy showed it is taken for its work, and nothing else. */
export function leftOpen(state: FormerState, key: string): SeenLine {
  const known = new Map([...state.before, ...state.after])
  const now = lookAtPlaces(state.places, known)
  const owned = ownedPaths(state.places)
  const states: Record<string, PlaceState> = {}
  const foreign = new Set<string>()
  for (const path of new Set([...known.keys(), ...now.keys()])) {
    const [was, is] = [known.get(path) ?? ABSENT, now.get(path) ?? ABSENT]
    if (isSamePlace(was, is) || !owned(path)) continue
    const isShown = state.changes.some(
      (change) => state.openCalls.includes(change.call) && isAsShown(path, is, change, { state, key }),
    )
    if (isShown) states[path] = is
    else foreign.add(repositoryOf(path) ?? path)
  }
  return { kind: 'seen', states, foreign: [...foreign], unshown: [], isOpen: false }
}

function isAsShown(
  path: string,
  is: PlaceState,
  { path: to, from, change, kind, after }: ReceiptChange,
  { state, key }: { readonly state: FormerState; readonly key: string },
): boolean {
  if (change === 'renamed' && path === from) return is.kind === 'absent'
  if (path !== to && !(change === 'removed' && isBelow(path, to))) return false
  if (change === 'removed') return is.kind === 'absent'
  if (change === 'renamed' && from !== undefined) {
    const was = leftAt(state, from)
    return is.kind !== 'absent' && was.kind === is.kind && was.inode === is.inode
  }
  if (is.kind !== kind) return false
  if (is.kind !== 'file') return true
  const digest = is.essence ?? is.digest
  return digest !== undefined && after === keyedDigestOfBytes(key, digest)
}

/** What the copy showed, and all of a folder that is taken as a whole. */
function ownedPaths(places: FormerState['places']): (path: string) => boolean {
  const exact = new Set(places.map(({ path }) => path))
  const whole = places.filter(({ keeps }) => keeps === 'whole' || keeps === 'names')
  return (path) => exact.has(path) || whole.some((each) => isBelow(path, each.path))
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
