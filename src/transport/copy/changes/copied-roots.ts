/** The copies of roots: all of them is known from the start, so whatever differs has been done since. */

import { dirname } from 'node:path'
import { isBelow, namesInFolder } from '../../../base/index.js'
import type { BaselineEntry } from '../setup/plan.js'
import type { Difference } from './compare.js'
import { type Entry, mayDiffer } from './entry.js'
import { entryAt } from './look.js'
import { type WatchedFolders, watchedFolders } from './watched-folders.js'

export interface CopiedRoots extends Disposable {
  /** Everything the first time; then what was told to have moved, or everything again. */
  differences(everything: boolean): Map<string, Difference>
  /** Takes what is there now for what was there before. */
  accept(differences: ReadonlyMap<string, Difference>): void
}

export interface CopiedRootsOptions {
  /** The lines of the set-up. */
  readonly baseline: string
  /** Where the copy of a root, and what is below it, lies for us. */
  readonly copyOf: (path: string) => string
  /** Where it is seen as servers see it: only there a write is told. */
  readonly viewOf: (path: string) => string
  readonly roots: readonly string[]
}

export function copiedRoots(options: CopiedRootsOptions): CopiedRoots {
  return new WatchedCopies(options)
}

class WatchedCopies implements CopiedRoots {
  readonly #options: CopiedRootsOptions
  readonly #table: Map<string, Entry>
  readonly #seen = new Set<string>()
  #watched: WatchedFolders | undefined

  constructor(options: CopiedRootsOptions) {
    this.#options = options
    this.#table = readBaseline(options.baseline)
  }

  differences(everything: boolean): Map<string, Difference> {
    const isFirst = this.#watched === undefined
    this.#watched ??= this.#watchAll()
    const told = this.#watched.take()
    const isWhole = this.#options.roots.every(
      (root) => entryAt(this.#options.copyOf(root))?.inode === this.#table.get(root)?.inode,
    )
    return everything || isFirst || told === 'everything' || !isWhole ? this.#lookAtAll() : this.#lookAt(told)
  }

  accept(differences: ReadonlyMap<string, Difference>): void {
    for (const [path, { before, after }] of differences) {
      if (after === undefined) this.#table.delete(path)
      else this.#table.set(path, after)
      if (before?.kind === 'folder' && after?.inode !== before.inode) this.#watched?.remove(path)
      if (after?.kind === 'folder') this.#watched?.add(path)
    }
  }

  [Symbol.dispose]() {
    this.#watched?.[Symbol.dispose]()
  }

  #watchAll(): WatchedFolders {
    const folders = watchedFolders(this.#options.viewOf)
    for (const [path, { kind }] of this.#table) if (kind === 'folder') folders.add(path)
    return folders
  }

  #lookAtAll(): Map<string, Difference> {
    const found = new Map<string, Difference>()
    for (const root of this.#options.roots) this.#walk(root, found)
    for (const [path, before] of this.#table)
      if (!this.#seen.has(path)) found.set(path, { before, after: undefined })
    this.#seen.clear()
    return found
  }

  #lookAt(paths: ReadonlySet<string>): Map<string, Difference> {
    const found = new Map<string, Difference>()
    const entryIn = this.#inFolders()
    for (const path of paths) {
      const before = this.#table.get(path)
      const after = entryIn(path)
      if (before?.kind === 'folder' && after?.inode !== before.inode)
        for (const [each, entry] of this.#table)
          if (isBelow(each, path)) found.set(each, { before: entry, after: entryIn(each) })
      // A folder that came has brought what is in it.
      if (after?.kind === 'folder' && after.inode !== before?.inode) this.#walk(path, found)
      else if (after === undefined ? before !== undefined : before === undefined || mayDiffer(before, after))
        found.set(path, { before, after })
    }
    this.#seen.clear()
    return found
  }

  /** What is there: nothing behind a link in the place of a folder, which for us may even lead out of the world. */
  #inFolders(): (path: string) => Entry | undefined {
    const folders = new Map<string, boolean>(this.#options.roots.map((root) => [root, true]))
    const isFolder = (path: string): boolean => {
      const known = folders.get(path)
      if (known !== undefined) return known
      const is = isFolder(dirname(path)) && entryAt(this.#options.copyOf(path))?.kind === 'folder'
      folders.set(path, is)
      return is
    }
    return (path) =>
      this.#options.roots.includes(path) || isFolder(dirname(path))
        ? entryAt(this.#options.copyOf(path))
        : undefined
  }

  #walk(path: string, found: Map<string, Difference>): void {
    const before = this.#table.get(path)
    const after = entryAt(this.#options.copyOf(path))
    this.#seen.add(path)
    if (after === undefined || before === undefined || mayDiffer(before, after))
      if (before !== undefined || after !== undefined) found.set(path, { before, after })
    if (after?.kind === 'folder')
      for (const name of namesInFolder(this.#options.copyOf(path))) this.#walk(`${path}/${name}`, found)
  }
}

function readBaseline(text: string): Map<string, Entry> {
  const table = new Map<string, Entry>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    // Written by the set-up of this very package.
    const [path, kind, mode, size, modified, changed, inode, target] = JSON.parse(line) as BaselineEntry
    table.set(path, {
      kind: kind === 'file' || kind === 'folder' || kind === 'link' ? kind : 'other',
      mode,
      size,
      modified: BigInt(modified),
      changed: BigInt(changed),
      inode: BigInt(inode),
      target,
    })
  }
  return table
}
