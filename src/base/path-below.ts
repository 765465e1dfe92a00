/** What is a path inside another: by names alone, of paths with `/` that are written in one way; nothing is looked up. */

/** True for a path below `folder`, and not for the folder itself. A slash at the end of the folder says nothing. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`) && path !== folder
}

/** The same, and for the folder itself. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder)
}
