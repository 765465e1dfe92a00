/** Tells what has been changed in a world since the last time, from outside: nothing runs inside for it. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isInside } from '../../server-roots.js'
import type { WorldLayout } from '../setup/plan.js'
import { compare } from './compare.js'
import { type CopiedRoots, copiedRoots } from './copied-roots.js'
import type { Entry, FileChange, FileState } from './entry.js'
import { entryAt, stateAt } from './look.js'
import { type Overlaid, overlaid } from './overlaid.js'

export interface Tracker extends Disposable {
  /** Synchronous: nothing of ours happens meanwhile. `everything` looks at every file again, not only at what was told. */
  changes(everything: boolean): FileChange[]
}

/** `keeperPid`: whose root is the way in. */
export function trackChanges(keeperPid: number, layout: WorldLayout): Tracker {
  return new WorldTracker(keeperPid, layout)
}

class WorldTracker implements Tracker {
  readonly #layout: WorldLayout
  readonly #seenFrom: string
  readonly #copies: { path: string; copy: string }[]
  readonly #outside: Overlaid
  /** What has been changed once, as it was then. */
  readonly #states = new Map<string, FileState>()
  #roots: CopiedRoots | undefined

  constructor(keeperPid: number, layout: WorldLayout) {
    this.#layout = layout
    this.#seenFrom = `/proc/${keeperPid}/root`
    this.#copies = layout.roots.flatMap(({ path, copy }) => (copy === undefined ? [] : [{ path, copy }]))
    this.#outside = overlaid(layout, this.#seenFrom)
  }

  changes(everything: boolean): FileChange[] {
    this.#roots ??= this.#openRoots()
    const inRoots = this.#roots.differences(everything)
    const beside = this.#outside.differences(everything)
    const places = new Map([...beside, ...inRoots])
    const changes = compare(places, { before: this.#before, after: this.#after })
    this.#roots.accept(inRoots)
    this.#outside.accept(beside)
    for (const path of places.keys()) if (places.get(path)?.after === undefined) this.#states.delete(path)
    return changes.map((change) => ({
      ...change,
      ...(change.change === 'removed' ? this.#removedAt(change.path) : {}),
      ...this.#rootOf(change.path),
    }))
  }

  [Symbol.dispose]() {
    this.#roots?.[Symbol.dispose]()
    this.#outside[Symbol.dispose]()
  }

  #openRoots(): CopiedRoots {
    return copiedRoots({
      baseline: readFileSync(`${this.#seenFrom}${this.#layout.baseline}`, 'utf8'),
      roots: this.#copies.map(({ path }) => path),
      copyOf: this.#placeOf,
      viewOf: (path) => `${this.#seenFrom}${this.#layout.world}${path}`,
    })
  }

  readonly #placeOf = (path: string): string => {
    const root = this.#copies.find((each) => path === each.path || isInside(path, each.path))
    return root === undefined
      ? `${this.#seenFrom}${this.#layout.world}${path}`
      : `${this.#seenFrom}${root.copy}${path.slice(root.path.length)}`
  }

  /** As it was: remembered, or still on the disk if that has not moved. */
  readonly #before = (path: string, entry: Entry): FileState | undefined => {
    const remembered = this.#states.get(path)
    if (remembered !== undefined) return remembered
    if (entry.kind !== 'file') return stateAt(path, entry, 0)
    const original = this.#originalOf(path, entry)
    return original ?? { kind: entry.kind, mode: entry.mode, bytes: entry.size }
  }

  readonly #after = (path: string, entry: Entry): FileState => {
    const state = stateAt(`${this.#seenFrom}${this.#layout.world}${path}`, entry, this.#keepFor(path))
    this.#states.set(path, state)
    return state
  }

  #originalOf(path: string, entry: Entry): FileState | undefined {
    const now = entryAt(path)
    return now?.size === entry.size && now.modified === entry.modified
      ? stateAt(path, entry, this.#keepFor(path))
      : undefined
  }

  /** The folder moved with it, and may have moved once more. */
  #removedAt(path: string): { readonly atMs?: number } {
    const folder = dirname(path)
    const entry = entryAt(`${this.#seenFrom}${this.#layout.world}${folder}`)
    if (entry !== undefined) return { atMs: Number(entry.changed / 1_000_000n) }
    return folder === path ? {} : this.#removedAt(folder)
  }

  #keepFor(path: string): number {
    return this.#rootOf(path).root === undefined ? 0 : KEPT_BYTES
  }

  #rootOf(path: string): { readonly root?: string } {
    const root = this.#layout.roots.find((each) => path === each.path || isInside(path, each.path))
    return root === undefined ? {} : { root: root.path }
  }
}

/** Files up to this are handed over with their contents, so that a difference can be shown. */
const KEPT_BYTES = 65_536
