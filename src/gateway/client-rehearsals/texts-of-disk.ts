/** Whether a text stands in files of the disk that a session names or changed: what comes from there nobody measured or computed. */
import { readFileSync, statSync } from 'node:fs'

/** `paths`: absolute. Looks when it is asked first; large files and what is no file have nothing in them. */
export function textsOfDisk(paths: readonly string[]): (text: string) => boolean {
  let texts: readonly string[] | undefined
  return (text) => {
    texts ??= [...new Set(paths)].slice(0, MOST_FILES).flatMap(textOf)
    return texts.some((each) => each.includes(text))
  }
}

const MOST_FILES = 500
const MOST_BYTES = 1_000_000

function textOf(path: string): readonly string[] {
  try {
    const found = statSync(path)
    return found.isFile() && found.size <= MOST_BYTES ? [readFileSync(path, 'utf8')] : []
  } catch {
    // Nothing is there, or nobody may look.
    return []
  }
}
