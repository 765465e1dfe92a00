/** Finds the instruction files of a folder, in the same order on every machine. */
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { FILE_ENDING } from './parse-instruction.js'
import type { Problem } from './problem.js'

export interface FoundFiles {
  /** Paths from the folder, with slashes, sorted. */
  readonly files: readonly string[]
  readonly problems: readonly Problem[]
  /** A link was followed: what it leads to changes without a sign in the folder. */
  readonly hasLinks: boolean
}

/**
 * Links are followed within the folder; one that leads out of it, or around, is told. `enter` is called before a folder is read;
 * `.` is the given one.
 */
export async function findFiles(root: string, enter: (folder: string) => void): Promise<FoundFiles> {
  const realRoot = await realpath(root)
  const followed = new Set<string>()
  const found = { files: [] as string[], problems: [] as Problem[], hasLinks: false }

  async function readFolder(folder: string, ancestors: readonly string[]): Promise<void> {
    enter(folder)
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((failure: unknown) => {
      if (folder === '.') throw failure
      tell(folder, 'UNREADABLE', `the folder cannot be read: ${reasonOf(failure)}`)
      return []
    })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isSymbolicLink()) await follow(path, ancestors)
      else if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) await readFolder(path, [...ancestors, await realpath(join(root, path))])
      } else if (isInstructionFile(entry.name)) {
        if (entry.isFile()) found.files.push(path)
        else tell(path, 'UNREADABLE', NO_FILE)
      }
    }
  }

  async function follow(path: string, ancestors: readonly string[]): Promise<void> {
    const target = await realpath(join(root, path)).catch(() => undefined)
    const kind = target === undefined ? undefined : await stat(target).catch(() => undefined)
    if (target === undefined || kind === undefined) {
      if (isInstructionFile(path)) tell(path, 'UNREADABLE', 'it is a link that leads nowhere')
      return
    }
    if (!kind.isDirectory() && !isInstructionFile(path)) return
    found.hasLinks = true
    if (target !== realRoot && !target.startsWith(realRoot + sep))
      tell(path, 'LINK_OUTSIDE', 'it is a link that leads out of the folder of instructions')
    else if (kind.isFile()) found.files.push(path)
    else if (ancestors.includes(target)) tell(path, 'LINK_LOOP', 'it is a link to a folder that it stands in')
    else if (kind.isDirectory() && !followed.has(target)) {
      // Each once: links among a few folders make more paths than can be walked.
      followed.add(target)
      await readFolder(path, [...ancestors, target])
    } else if (!kind.isDirectory()) tell(path, 'UNREADABLE', NO_FILE)
  }

  function tell(file: string, code: Problem['code'], message: string): void {
    found.problems.push({ file, code, message, effect: 'left-out' })
  }

  await readFolder('.', [realRoot])
  found.files.sort()
  return found
}

/** What a folder says that is gone, or may not be read. */
export function reasonOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure)
}

const NO_FILE = 'it is no file, but a pipe, a socket or a device'
const SKIPPED = new Set(['.git', 'node_modules'])

function isInstructionFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.endsWith(FILE_ENDING) && name.length > FILE_ENDING.length
}
