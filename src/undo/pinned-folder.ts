/** A folder held by its descriptor: what is done in it is done there, whatever its path leads to by now. */
import { closeSync, constants, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { codeOf } from '../base/index.js'

export interface PinnedFolder extends Disposable {
  /** A path of what has that name in the folder, for as long as it is held. Whoever opens it must not follow it if it is a link. */
  at(name: string): string
}

/** Why a path does not lead where it led: the end of a sentence. */
export class LeadsElsewhere extends Error {
  override readonly name = 'LeadsElsewhere'
}

/**
 * Goes from the root down, and follows no link: a path whose folders were links when it was noted has been resolved then.
 * Undefined where a folder is not there. Linux alone: names are looked up below `/proc/self/fd`.
 * @throws LeadsElsewhere where a link, or no folder, stands on the way
 */
export function pinFolder(path: string): PinnedFolder | undefined {
  let held = openSync('/', FOLDER)
  let walked = ''
  for (const name of path.split('/').filter((part) => part !== '')) {
    walked += `/${name}`
    try {
      const next = openSync(below(held, name), FOLDER)
      closeSync(held)
      held = next
    } catch (failure) {
      closeSync(held)
      const code = codeOf(failure)
      if (code === 'ENOENT') return undefined
      if (code === 'ENOTDIR' || code === 'ELOOP')
        throw new LeadsElsewhere(`${walked} is a link, or no folder any more`)
      throw failure
    }
  }
  return { at: (name) => below(held, name), [Symbol.dispose]: () => closeSync(held) }
}

/** Runs work with the path of a place, through its folder; `otherwise` where the folder is not there. */
export function inPinned<T>(path: string, otherwise: T, work: (at: string) => T): T {
  using folder = pinFolder(dirname(path))
  return folder === undefined ? otherwise : work(folder.at(basename(path)))
}

function below(fd: number, name: string): string {
  return `/proc/self/fd/${fd}/${name}`
}

/** open(2): names a folder and nothing more, so that one that may be walked and not read will do. Not among Node's constants. */
const O_PATH = 0o10_000_000
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH
