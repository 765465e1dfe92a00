/** The names in folders in which hardly anything happens, and which are looked at after each call. */

import { dirname } from 'node:path'
import { namesInFolder } from '../../../base/index.js'
import { watchedFolders } from './watched-folders.js'

export interface RememberedNames extends Disposable {
  /** A look begins: what has been told by now counts. `everything` trusts nothing that is remembered. */
  begin(everything: boolean): void
  /** The names in a folder, read anew only when something in it was told to have moved. None when it is no folder, or is gone. */
  in(folder: string): readonly string[]
  /** Whether something in a folder, of which the names were asked for, may have come or gone since the look before. */
  hasMoved(folder: string): boolean
}

/** Whatever comes, goes or is renamed in the upper folder of an overlay is told there, too; what is written to is not. */
export function rememberNames(): RememberedNames {
  const known = new Map<string, readonly string[]>()
  let moved = new Set<string>()
  const watched = watchedFolders((folder) => folder)
  return {
    begin(everything) {
      const told = watched.take()
      moved = new Set()
      if (everything || told === 'everything') known.clear()
      else for (const path of told) known.delete(dirname(path))
    },
    in(folder) {
      const remembered = known.get(folder)
      if (remembered !== undefined) return remembered
      watched.add(folder)
      moved.add(folder)
      const names = namesInFolder(folder)
      known.set(folder, names)
      return names
    },
    hasMoved: (folder) => moved.has(folder),
    [Symbol.dispose]: () => watched[Symbol.dispose](),
  }
}
