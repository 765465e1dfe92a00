/** What is a path inside another: by names alone, of paths with `/` that are written in one way; nothing is looked up. */
import { trimEndOf } from './trim-end.js'

/** True for a path below `folder`, and not for the folder itself. A slash at the end of the folder says nothing. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`) && path !== folder
}

/** The same, and for the folder itself. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder)
}

/** `a/b` of `a/b/`, and nothing of `/`. */
export function withoutEndSlashes(path: string): string {
  return trimEndOf(path, /\//)
}

/** `b` of `a/b` and of `a/b/`. */
export function lastName(path: string): string {
  const bare = withoutEndSlashes(path)
  return bare.slice(bare.lastIndexOf('/') + 1)
}
