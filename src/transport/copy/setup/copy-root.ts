/** Makes a real copy of a folder: contents, holes, links, modes, times, and the order in which it lists. */
import { type Status, setTimes, setTimesIn } from './file-status.js'
import {
  copyFileIn,
  makeFile,
  makeFolder,
  makeHardLink,
  makeLink,
  makePipe,
  makeSocket,
  namesIn,
  openFolder,
  readLink,
  removeFile,
  setMode,
} from './files.js'
import { type Handle, hasGone } from './libc.js'
import type { Scanned } from './scan-root.js'

export interface RootCopy {
  /** What the copies of files are that will not be touched again: looking at each once more would cost as much as finding it. */
  readonly made: ReadonlyMap<Scanned, Status>
  /** What went, or became something else, after it was looked at. */
  readonly gone: ReadonlySet<Scanned>
}

/** `to` must not be there, its parent must. `newestFirst` is how the file system of the copy lists. */
export function copyRoot(tree: Scanned, from: string, to: string, newestFirst: boolean): RootCopy {
  const made = new Map<Scanned, Status>()
  const gone = new Set<Scanned>()
  const linked = new Map<string, string>()
  makeFolder(to, 0o700)
  copyFolder(tree, from, to)
  return { made, gone }

  /** What is in it comes first, then what is in that: so no more than two folders are open. */
  function copyFolder({ status, children }: Scanned, from: string, to: string): void {
    orGone(children, () => fill(newestFirst ? children.toReversed() : children, from, to))
    for (const child of children)
      if (child.status.kind === 'folder' && !gone.has(child))
        copyFolder(child, `${from}/${child.name}`, `${to}/${child.name}`)
    setMode(to, status.mode)
    setTimes(to, status)
  }

  function fill(children: readonly Scanned[], from: string, to: string): void {
    using source = openFolder(from)
    using target = openFolder(to)
    for (const child of children) orGone([child], () => make(child, { source, target, from, to }))
  }

  function orGone(entries: readonly Scanned[], work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (!hasGone(cause)) throw cause
      for (const entry of entries) gone.add(entry)
    }
  }

  function make(entry: Scanned, { source, target, from, to }: Places): void {
    const { name, status } = entry
    const path = `${to}/${name}`
    if (status.kind === 'folder') {
      makeFolder(path, 0o700)
      return
    }
    const id = status.links > 1 ? `${status.device} ${status.inode}` : undefined
    const known = id === undefined ? undefined : linked.get(id)
    if (known !== undefined) {
      makeHardLink(path, known)
      return
    }
    if (status.kind === 'file') {
      const copied = copyFileIn(source, target, name, status)
      // Another name of it would be a change.
      if (id === undefined) made.set(entry, copied)
    } else {
      if (status.kind === 'link') makeLink(path, readLink(`${from}/${name}`))
      else if (status.kind === 'pipe') makePipe(path, status.mode)
      else makeSocket(path, status.mode)
      setTimesIn(target, name, status)
    }
    if (id !== undefined) linked.set(id, path)
  }
}

interface Places {
  readonly source: Handle
  readonly target: Handle
  readonly from: string
  readonly to: string
}

/** Tries in `folder` which of two files is listed first. */
export function listsNewestFirst(folder: string): boolean {
  const names = ['1', '2']
  for (const name of names) makeFile(`${folder}/${name}`)
  const [first] = namesIn(folder)
  for (const name of names) removeFile(`${folder}/${name}`)
  return first === '2'
}
