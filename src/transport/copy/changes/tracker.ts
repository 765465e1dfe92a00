/** Tells what has been changed in a world since the last time, from outside: nothing runs inside for it. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isInside } from '../../server-roots.js'
import type { WorldLayout } from '../setup/plan.js'
import { compare } from './compare.js'
import { type CopiedRoots, copiedRoots } from './copied-roots.js'
import type { Entry, FileChange, FileState } from './entry.js'
import { entryAt, stateAt } from './look.js'
import { overlaid } from './overlaid.js'

export interface Tracker extends Disposable {
  /** Synchronous: nothing of ours happens meanwhile. `everything` looks at every file again, not only at what was told. */
  changes(everything: boolean): FileChange[]
}

/** `keeperPid`: whose root is the way in. */
export function trackChanges(keeperPid: number, layout: WorldLayout): Tracker {
  const seenFrom = `/proc/${keeperPid}/root`
  const copies = layout.roots.flatMap(({ path, copy }) => (copy === undefined ? [] : [{ path, copy }]))
  let roots: CopiedRoots | undefined
  const outside = overlaid(layout, seenFrom)
  /** What has been changed once, as it was then. */
  const states = new Map<string, FileState>()

  return {
    changes(everything) {
      roots ??= openRoots()
      const inRoots = roots.differences(everything)
      const beside = outside.differences(everything)
      const places = new Map([...beside, ...inRoots])
      const changes = compare(places, { before, after })
      roots.accept(inRoots)
      outside.accept(beside)
      for (const path of places.keys()) if (places.get(path)?.after === undefined) states.delete(path)
      return changes.map((change) => ({
        ...change,
        ...(change.change === 'removed' ? removedAt(change.path) : {}),
        ...rootOf(change.path),
      }))
    },
    [Symbol.dispose]() {
      roots?.[Symbol.dispose]()
      outside[Symbol.dispose]()
    },
  }

  function openRoots(): CopiedRoots {
    return copiedRoots({
      baseline: readFileSync(`${seenFrom}${layout.baseline}`, 'utf8'),
      roots: copies.map(({ path }) => path),
      copyOf: placeOf,
      viewOf: (path) => `${seenFrom}${layout.world}${path}`,
    })
  }

  function placeOf(path: string): string {
    const root = copies.find((each) => path === each.path || isInside(path, each.path))
    return root === undefined
      ? `${seenFrom}${layout.world}${path}`
      : `${seenFrom}${root.copy}${path.slice(root.path.length)}`
  }

  /** As it was: remembered, or still on the disk if that has not moved. */
  function before(path: string, entry: Entry): FileState | undefined {
    const remembered = states.get(path)
    if (remembered !== undefined) return remembered
    if (entry.kind !== 'file') return stateAt(path, entry, 0)
    const original = originalOf(path, entry)
    return original ?? { kind: entry.kind, mode: entry.mode, bytes: entry.size }
  }

  function after(path: string, entry: Entry): FileState {
    const state = stateAt(`${seenFrom}${layout.world}${path}`, entry, keepFor(path))
    states.set(path, state)
    return state
  }

  function originalOf(path: string, entry: Entry): FileState | undefined {
    const now = entryAt(path)
    return now?.size === entry.size && now.modified === entry.modified
      ? stateAt(path, entry, keepFor(path))
      : undefined
  }

  /** The folder moved with it, and may have moved once more. */
  function removedAt(path: string): { readonly atMs?: number } {
    const folder = dirname(path)
    const entry = entryAt(`${seenFrom}${layout.world}${folder}`)
    if (entry !== undefined) return { atMs: Number(entry.changed / 1_000_000n) }
    return folder === path ? {} : removedAt(folder)
  }

  function keepFor(path: string): number {
    return rootOf(path).root === undefined ? 0 : KEPT_BYTES
  }

  function rootOf(path: string): { readonly root?: string } {
    const root = layout.roots.find((each) => path === each.path || isInside(path, each.path))
    return root === undefined ? {} : { root: root.path }
  }
}

/** Files up to this are handed over with their contents, so that a difference can be shown. */
const KEPT_BYTES = 65_536
