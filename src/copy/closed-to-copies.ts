/** What is open to root, and closed to him in a copy: there nobody may overrule the owner. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths in these folders, the folders themselves included; a folder itself where there are too many. Nothing for other users. */
export function closedToCopies(folders: readonly string[], uid = process.getuid?.()): readonly string[] {
  return uid === 0 ? folders.flatMap((folder) => closedBelow(folder)) : []
}

function closedBelow(folder: string): readonly string[] {
  const closed: string[] = []
  const open = [folder]
  let seen = 0
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (++seen > MOST_SEEN || closed.length > MOST_TOLD) return [folder]
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined || found.isSymbolicLink()) continue
    const needed = found.isDirectory() ? READ_AND_ENTER : READ
    if (found.uid !== 0 && (found.mode & needed) !== needed) closed.push(path)
    else if (found.isDirectory()) for (const name of readdirSync(path)) open.push(join(path, name))
  }
  return closed
}

const READ = 0o004
const READ_AND_ENTER = 0o005
const MOST_SEEN = 50_000
const MOST_TOLD = 100
