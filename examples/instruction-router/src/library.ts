/** The instructions of one folder, as they are on disk when somebody asks. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { FILE_ENDING, type Instruction, leftOut, type ParsedFile, parseInstruction } from './instruction.js'
import { ToolError } from './tool.js'

export type Library = ReturnType<typeof openLibrary>

/** Opens a folder, which need not be there yet; `onChange` hears of each new catalogue. */
export function openLibrary(folder: string, onChange: (catalogue: Catalogue) => void) {
  let read: { readonly catalogue: Catalogue; readonly signature: string } | undefined

  /** The catalogue as of now, the same object as long as no file changed. @throws ToolError KNOWLEDGE_UNREADABLE */
  async function current(): Promise<Catalogue> {
    try {
      const files = await findFiles(folder)
      const signature = JSON.stringify(files)
      if (read?.signature === signature) return read.catalogue
      const parsed = await Promise.all(files.map(({ path, bytes }) => readOne(folder, path, bytes)))
      read = { signature, catalogue: createCatalogue(parsed) }
    } catch (failure) {
      const [reason, hint] = [reasonOf(failure), 'set PONGOGO_KNOWLEDGE_PATH to a folder that can be read']
      const message = `Cannot read the folder of instructions ${JSON.stringify(folder)}: ${reason}`
      throw new ToolError('KNOWLEDGE_UNREADABLE', message, `${reason}: ${hint}`)
    }
    onChange(read.catalogue)
    return read.catalogue
  }

  /** As above, after reading every file again. */
  function reread(): Promise<Catalogue> {
    read = undefined
    return current()
  }
  return { folder, current, reread }
}

/** In the order of their paths, with slashes; `version` differs as soon as the file does. Links to folders are not followed. */
async function findFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => path.endsWith(FILE_ENDING) && !IGNORED.test(path))
  const found = paths.sort().map(async (path) => {
    const { size, ino, mtimeMs, ctimeMs } = await stat(join(folder, path)).catch(() => GONE)
    return { path, bytes: size, version: [ino, mtimeMs, ctimeMs].join() }
  })
  return Promise.all(found)
}

const IGNORED = /(?:^|\/)(?:\.instructions\.md$|node_modules\/|\.git\/)/
const GONE = { size: 0, ino: 0, mtimeMs: 0, ctimeMs: 0 }
const MAX_BYTES = 1_000_000

async function readOne(folder: string, path: string, bytes: number): Promise<ParsedFile> {
  try {
    const target = await realpath(join(folder, path))
    if (!target.startsWith((await realpath(folder)) + sep))
      return leftOut(path, 'LINK_OUTSIDE', 'it is a link that leads out of the folder of instructions')
    if (bytes > MAX_BYTES) return leftOut(path, 'TOO_LARGE', `it has ${bytes} bytes, more than ${MAX_BYTES}`)
    const content = await readFile(target)
    return parseInstruction(path, new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (failure) {
    return leftOut(path, 'UNREADABLE', `it cannot be read: ${reasonOf(failure)}`)
  }
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : String(failure)
}

/** The instructions in the order of their ids. */
export type Catalogue = ReturnType<typeof createCatalogue>

/** `files` in a fixed order: of two with one id the first stands, unless only the other is protected. */
export function createCatalogue(parsed: readonly ParsedFile[]) {
  const problems = parsed.flatMap((file) => file.problems)
  const owners = new Map<string, Instruction>()
  const all = parsed.flatMap(({ instruction }) => instruction ?? [])
  for (const each of all.sort((a, b) => Number(b.isProtected) - Number(a.isProtected))) {
    const names = [each.id, ...each.aliases.filter((alias) => alias.includes(':'))].map(fold)
    const owner = names.map((name) => owners.get(name)).find((other) => other !== undefined)
    if (owner === undefined)
      for (const name of each.isProtected ? names : names.slice(0, 1)) owners.set(name, each)
    else {
      const message = `what it is called, "${each.id}", is that of ${owner.file}`
      const code = owner.isProtected ? 'PROTECTED' : 'ID_TAKEN'
      problems.push({ file: each.file, code, message, isLeftOut: true })
    }
  }
  const instructions = [...new Set(owners.values())].sort((a, b) => (a.id < b.id ? -1 : 1))
  /** By id first, then by alias; an alias of several finds none of them. Upper and lower case are the same. */
  const find = (name: string): Instruction | undefined => {
    const key = fold(name.trim().replace(/(?:\.instructions)?(?:\.md)?$/i, ''))
    const named = instructions.filter(({ aliases }) => aliases.some((alias) => fold(alias) === key))
    const guarded = named.filter(({ isProtected }) => isProtected)
    return owners.get(key) ?? [named, guarded].find(({ length }) => length === 1)?.[0]
  }
  for (const { file, related } of instructions)
    for (const name of related.filter((each) => find(each) === undefined)) {
      const message = `it names ${JSON.stringify(name)}, which is no instruction`
      problems.push({ file, code: 'REFERENCE_UNKNOWN', message, isLeftOut: false })
    }
  const owned = instructions.flatMap((each) => each.commands.map((command) => [command, each] as const))
  /** By slash command; of two that answer one the first by id does. */
  const commands = new Map(owned.reverse())
  return { instructions, problems, find, commands }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
