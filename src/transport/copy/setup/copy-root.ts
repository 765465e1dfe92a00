/** Makes a real copy of a folder: contents, holes, links, modes, times, and the order in which it lists. */
import {
  copyFile,
  makeFile,
  makeFolder,
  makeHardLink,
  makeLink,
  makePipe,
  makeSocket,
  namesIn,
  readLink,
  removeFile,
  type Status,
  setMode,
  setTimes,
} from './libc.js'
import type { Scanned } from './scan-root.js'

/**
 * `to` must not be there, its parent must. `newestFirst` is how the file system of the copy lists. Returns what the copies of files are
 * that will not be touched again: looking at each once more would cost as much as finding it.
 */
export function copyRoot(
  tree: Scanned,
  from: string,
  to: string,
  newestFirst: boolean,
): ReadonlyMap<Scanned, Status> {
  const made = new Map<Scanned, Status>()
  const linked = new Map<string, string>()
  copy(tree, from, to)
  return made

  function copy(entry: Scanned, source: string, target: string): void {
    switch (entry.kind) {
      case 'folder':
        makeFolder(target, 0o700)
        for (const child of newestFirst ? entry.children.toReversed() : entry.children)
          copy(child, `${source}/${child.name}`, `${target}/${child.name}`)
        setMode(target, entry.mode)
        break
      case 'link':
        makeLink(target, readLink(source))
        break
      default:
        if (makeLeaf(entry, source, target) === 'with its times') return
    }
    setTimes(target, entry.times)
  }

  function makeLeaf(entry: Scanned, source: string, target: string): 'with its times' | 'bare' {
    const id = `${entry.device} ${entry.inode}`
    const known = entry.links > 1 ? linked.get(id) : undefined
    if (entry.links > 1) linked.set(id, known ?? target)
    if (known !== undefined) makeHardLink(target, known)
    else if (entry.kind === 'file') {
      const copied = copyFile(source, target, entry)
      // Another name of it would be a change.
      if (entry.links === 1) made.set(entry, copied)
    } else if (entry.kind === 'pipe') makePipe(target, entry.mode)
    else makeSocket(target, entry.mode)
    return known !== undefined || entry.kind === 'file' ? 'with its times' : 'bare'
  }
}

/** Tries in `folder` which of two files is listed first. */
export function listsNewestFirst(folder: string): boolean {
  const names = ['1', '2']
  for (const name of names) makeFile(`${folder}/${name}`)
  const [first] = namesIn(folder)
  for (const name of names) removeFile(`${folder}/${name}`)
  return first === '2'
}
