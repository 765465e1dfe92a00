/** The instructions of one folder, as they are on disk when somebody asks. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Catalogue, createCatalogue } from './catalogue.js'
import type { Problem } from './instruction.js'
import { FILE_ENDING, type ParsedFile, parseInstruction } from './parse-instruction.js'

export interface Library {
  readonly folder: string
  /** The catalogue as of now, the same object as long as nothing changed; files that did not change are not read again. */
  current(): Promise<LibraryState>
  /** As above, after reading every file again. */
  reread(): Promise<LibraryState>
}

export type LibraryState =
  | { readonly kind: 'read'; readonly catalogue: Catalogue }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Opens a folder, which need not be there yet. */
export function openLibrary(folder: string): Library {
  let files = new Map<string, ReadFile>()
  let state: LibraryState | undefined

  async function current(): Promise<LibraryState> {
    try {
      const read = new Map<string, ReadFile>()
      for (const path of await findFiles(folder)) read.set(path, await readOne(folder, path, files.get(path)))
      const isSame = read.size === files.size && [...read].every(([path, file]) => files.get(path) === file)
      files = read
      if (state?.kind !== 'read' || !isSame)
        state = { kind: 'read', catalogue: createCatalogue(read.values(), []) }
    } catch (failure) {
      state = { kind: 'unreadable', reason: reasonOf(failure) }
    }
    return state
  }

  return {
    folder,
    current,
    reread() {
      files = new Map()
      state = undefined
      return current()
    },
  }
}

interface ReadFile extends ParsedFile {
  /** Differs as soon as the file does. */
  readonly signature: string
}

/** Sorted paths with slashes. Folders are not entered through links, so nothing goes around in a circle. */
async function findFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter(
      (path) =>
        path.endsWith(FILE_ENDING) && !/(?:^|\/)(?:\.instructions\.md$|node_modules\/|\.git\/)/.test(path),
    )
    .sort()
}

async function readOne(folder: string, file: string, before: ReadFile | undefined): Promise<ReadFile> {
  const leftOut = (code: Problem['code'], message: string, signature = ''): ReadFile =>
    before?.signature === signature
      ? before
      : { signature, problems: [{ file, code, message, effect: 'left-out' }] }
  try {
    const [root, path] = [await realpath(folder), await realpath(join(folder, file))]
    if (!path.startsWith(root + sep))
      return leftOut('LINK_OUTSIDE', 'it is a link that leads out of the folder of instructions', 'outside')
    const found = await stat(path)
    const { size } = found
    const signature = [path, found.ino, size, found.mtimeMs, found.ctimeMs].join()
    if (before?.signature === signature) return before
    if (!found.isFile()) return leftOut('UNREADABLE', 'it is no file', signature)
    if (size > MAX_BYTES)
      return leftOut('TOO_LARGE', `it has ${size} bytes, more than ${MAX_BYTES}`, signature)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
    return { ...parseInstruction(file, text), signature }
  } catch (failure) {
    return leftOut('UNREADABLE', `it cannot be read: ${reasonOf(failure)}`, reasonOf(failure))
  }
}

const MAX_BYTES = 1_000_000

function reasonOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure)
}
