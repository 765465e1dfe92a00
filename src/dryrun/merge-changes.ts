/** Several looks at the same files as one: what was there before the first, and what is there after the last. */
import { byText, isBelow } from '../base/index.js'
import type { SeenChange, SeenState } from './copies.js'

/**
 * The changes of one look in place of those of several; `looks` in their order. When in between was looked does not show in it, and
 * what came and went again is no change.
 */
export function mergeChanges(looks: readonly (readonly SeenChange[])[]): readonly SeenChange[] {
  const places: Places = new Map()
  for (const changes of looks) take(changes, places)
  return netChanges(places)
}

/** One path: what was there before all looks, and what is there now. */
interface Place {
  readonly was: SeenState | 'unknown' | undefined
  readonly is: SeenState | undefined
  /** Where what is here now was before all looks; absent when that is this very path, or when it was made since. */
  readonly from?: string
  /** What is here has been here all the time. */
  readonly isOriginal: boolean
  readonly isInRoot: boolean
}

type Places = Map<string, Place>

/** What went away goes first, all at once: of two files that changed places, neither stands in the way of the other. */
function take(changes: readonly SeenChange[], places: Places): void {
  const removed = changes.filter(({ change }) => change === 'removed')
  const moves = changes.flatMap(({ change, from, after, ...rest }) =>
    change === 'renamed' && from !== undefined && after !== undefined ? [{ ...rest, from, after }] : [],
  )
  for (const { path, before, isInRoot } of [
    ...removed,
    ...moves.map((each) => ({ ...each, path: each.from })),
  ])
    know(path, before, isInRoot, places)
  for (const { path } of removed) takeAway(path, places)
  const carried = moves
    // What was in a folder and went elsewhere did not go with it.
    .toSorted((a, b) => b.from.length - a.from.length)
    .map((move) => ({ move, things: [thingAt('', move.from, places), ...thingsIn(move, places)] }))
  for (const { move, things } of carried)
    for (const { inner, is, origin } of things)
      put(move.path + inner, { is: inner === '' ? move.after : is, origin, isInRoot: move.isInRoot }, places)
  for (const { path, change, before, after, isInRoot } of changes) {
    if (change === 'made') put(path, { is: after, origin: undefined, isInRoot }, places)
    if (change !== 'changed') continue
    know(path, before, isInRoot, places)
    const place = places.get(path)
    if (place !== undefined) places.set(path, { ...place, is: after })
  }
}

/** What was taken from a place. */
interface Thing {
  /** The rest of its path, in a folder that was moved. */
  readonly inner: string
  readonly is: SeenState | undefined
  /** Where it was before all looks. */
  readonly origin: string | undefined
}

function thingsIn(
  { from, after }: { readonly from: string; readonly after: SeenState },
  places: Places,
): readonly Thing[] {
  if (after.kind !== 'folder') return []
  return [...places]
    .filter(([path, { is }]) => isBelow(path, from) && is !== undefined)
    .map(([path]) => thingAt(path.slice(from.length), path, places))
}

function thingAt(inner: string, path: string, places: Places): Thing {
  const place = places.get(path)
  takeAway(path, places)
  return { inner, is: place?.is, origin: place?.isOriginal === true ? path : place?.from }
}

function takeAway(path: string, places: Places): void {
  const { was, isInRoot = false } = places.get(path) ?? {}
  places.set(path, { was, is: undefined, isOriginal: false, isInRoot })
}

function put(
  path: string,
  { is, origin, isInRoot }: Pick<Thing, 'is' | 'origin'> & Pick<Place, 'isInRoot'>,
  places: Places,
): void {
  const { was } = places.get(path) ?? {}
  places.set(path, {
    was,
    is,
    ...(origin === undefined ? {} : { from: origin }),
    isOriginal: false,
    isInRoot,
  })
}

/** What nothing is known of was there. */
function know(path: string, before: SeenState | undefined, isInRoot: boolean, places: Places): void {
  if (places.has(path)) return
  const was = before ?? 'unknown'
  const origin = movedAlongFrom(path, places)
  if (origin === undefined) places.set(path, { was, is: before, isOriginal: true, isInRoot })
  else {
    places.set(origin, { was, is: undefined, isOriginal: false, isInRoot })
    places.set(path, { was: undefined, is: before, from: origin, isOriginal: false, isInRoot })
  }
}

/** Where something was before a folder that it is in was moved; undefined when none was. */
function movedAlongFrom(path: string, places: Places): string | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = places.get(path.slice(0, at))
    if (folder?.is !== undefined && folder.from !== undefined) return folder.from + path.slice(at)
  }
  return undefined
}

function netChanges(places: Places): readonly SeenChange[] {
  const renamed = new Map<string, string>()
  for (const [path, { was, is, from }] of places)
    if (was === undefined && is !== undefined && from !== undefined && places.get(from)?.is === undefined)
      renamed.set(path, from)
  const moved = new Set(renamed.values())
  return [...places]
    .toSorted(([a], [b]) => byText(a, b))
    .flatMap(([path, { was, is, isInRoot }]): SeenChange[] => {
      const from = renamed.get(path)
      if (is === undefined)
        return was === undefined || moved.has(path)
          ? []
          : [{ path, change: 'removed', ...withBefore(was), isInRoot }]
      const first = from === undefined ? was : places.get(from)?.was
      if (from !== undefined && !isMovedAlong(path, from, renamed))
        return [{ path, change: 'renamed', from, ...withBefore(first), after: is, isInRoot }]
      if (first === undefined) return [{ path, change: 'made', after: is, isInRoot }]
      return isSameState(first, is)
        ? []
        : [{ path, change: 'changed', ...withBefore(first), after: is, isInRoot }]
    })
}

/** With a folder that was renamed, which is told by itself. */
function isMovedAlong(path: string, from: string, renamed: ReadonlyMap<string, string>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = renamed.get(path.slice(0, at))
    if (folder !== undefined) return folder + path.slice(at) === from
  }
  return false
}

function withBefore(was: Place['was']): Pick<SeenChange, 'before'> {
  return was === undefined || was === 'unknown' ? {} : { before: was }
}

function isSameState(a: SeenState | 'unknown', b: SeenState): boolean {
  if (a === 'unknown' || a.kind !== b.kind || a.mode !== b.mode || a.target !== b.target) return false
  return a.kind !== 'file' || (a.bytes === b.bytes && a.digest !== undefined && a.digest === b.digest)
}
