/** Whether what stands at a place can be put back by its bytes, and how many these are. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Environment, messageOf } from '../base/index.js'
import { type FormerPlace, repositoryOf } from '../plan/index.js'
import { freeBytes, type UndoLimits } from './former-bytes.js'
import { stateAt, treeAt } from './look.js'
import { isClosed, type PlaceState, type PlaceStates } from './place-state.js'

export type Keepable =
  | {
      readonly kind: 'keepable'
      /** As it is now, and measured alone: nothing was read. */
      readonly states: PlaceStates
      /** Of the contents that have to be kept. */
      readonly bytes: number
    }
  /** `why`: the end of a sentence. */
  | { readonly kind: 'not'; readonly why: string }

/** Of a place as it is now. */
export function keepableAt({ path: told, keeps }: FormerPlace): Keepable {
  const path = realPlace(told)
  try {
    const isTree = keeps === 'whole' || keeps === 'names'
    const states = isTree
      ? treeAt(path, { reads: false }, MOST_ENTRIES)
      : new Map([[path, stateAt(path, { reads: false })]])
    if (states === undefined) return { kind: 'not', why: `it holds more than ${MOST_ENTRIES} entries` }
    const closed = [...states].find(([, state]) => isClosed(state))
    if (closed !== undefined) return { kind: 'not', why: `${closed[0]} is closed to us` }
    if (keeps === 'names') return { kind: 'keepable', states, bytes: 0 }
    const problem = [...states].flatMap(([at, state]) => problemOf(at, state) ?? [])[0]
    if (problem !== undefined) return { kind: 'not', why: problem }
    const bytes = [...states.values()].reduce(
      (sum, state) => sum + (state.kind === 'file' ? state.bytes : 0),
      0,
    )
    return { kind: 'keepable', states, bytes }
  } catch (failure) {
    return { kind: 'not', why: `it cannot be looked at (${messageOf(failure)})` }
  }
}

/**
 * Where a path leads before a run: with every folder on the way that is a link resolved once, and for good.
 * Its last part is never resolved: that is the thing itself, be it a link.
 */
export function realPlace(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  return join(realFolder(folder), basename(path))
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there yet: what is above it is.
    return dirname(path) === path ? path : join(realFolder(dirname(path)), basename(path))
  }
}

/**
 * Which places have no way back, by path: what cannot be put back, and, once the bytes of others are more than there is room for now, all that
 * has some.
 */
export function notKeepable(
  places: readonly FormerPlace[],
  limits: UndoLimits,
  now: { readonly env: Environment; readonly nowMs: number },
): ReadonlyMap<string, string> {
  const { maxBytes } = limits
  const free = freeBytes(limits, now)
  const found = new Map<string, string>()
  let bytes = 0
  for (const place of places) {
    const keepable = keepableAt(place)
    if (keepable.kind === 'not') found.set(place.path, keepable.why)
    else if (maxBytes === 0) found.set(place.path, 'nothing is kept of before, by the settings')
    else if (bytes + keepable.bytes > free)
      found.set(
        place.path,
        `its former bytes (${keepable.bytes}) are more than are kept (${maxBytes} in all, ${maxBytes - free} of them of runs of the last hour)`,
      )
    else bytes += keepable.bytes
  }
  return found
}

function problemOf(path: string, state: PlaceState): string | undefined {
  if (state.kind === 'absent') return undefined
  if (state.kind === 'other') return `${path} is no file, folder or link`
  // Objects of a repository are shared with its clones, and never written again.
  if (state.kind === 'file' && state.names > 1 && repositoryOf(path) === undefined)
    return `${path} has other names, too (hard links)`
  const here = process.getuid?.() ?? 0
  if (here !== 0 && state.owner !== here) return `${path} belongs to another user`
  return undefined
}

const MOST_ENTRIES = 50_000
