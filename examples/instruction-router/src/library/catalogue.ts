/** All usable instructions of a folder, found by every name that they have. */
import type { Instruction } from './instruction.js'
import type { ParsedFile } from './parse-instruction.js'
import type { Problem } from './problem.js'

export interface Catalogue {
  /** In the order of their ids. */
  readonly instructions: readonly Instruction[]
  readonly problems: readonly Problem[]
  /** By id first, then by alias; an alias of several finds none of them. Upper and lower case are the same. */
  find(name: string): Instruction | undefined
  /** The ones that an instruction names: related, included. */
  relatedTo(instruction: Instruction): readonly Instruction[]
}

/** `files` in a fixed order: of two with one id the first stands, unless only the other is protected. */
export function createCatalogue(files: Iterable<ParsedFile>, found: readonly Problem[]): Catalogue {
  const problems = [...found]
  const byId = new Map<string, Instruction>()
  const all = [...files]
  for (const { problems: own } of all) problems.push(...own)
  const parsed = all.flatMap(({ instruction }) => instruction ?? [])
  const reserved = protectedNames(parsed)
  for (const instruction of parsed.sort((a, b) => standing(b) - standing(a))) {
    const key = fold(instruction.id)
    const first = byId.get(key)
    const owner = reserved.get(fold(instruction.aliases.find((alias) => isCoreName(alias)) ?? ''))
    if (first !== undefined) problems.push(taken(instruction, first))
    else if (owner !== undefined && owner !== instruction) problems.push(shadowing(instruction, owner))
    else byId.set(key, instruction)
  }
  const instructions = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const find = finder(byId, instructions)
  for (const instruction of instructions) problems.push(...unknownReferences(instruction, find))
  return {
    instructions,
    problems,
    find,
    relatedTo: ({ related, includes }) => [
      ...new Set([...includes, ...related].flatMap((name) => find(name) ?? [])),
    ],
  }
}

/** Protected files come first, and of these the ones that stand where core files do. */
function standing({ isProtected, category }: Instruction): number {
  return isProtected ? (category === 'core' ? 2 : 1) : 0
}

/** `core:name` of the protected files. */
function protectedNames(parsed: readonly Instruction[]): ReadonlyMap<string, Instruction> {
  const names = new Map<string, Instruction>()
  for (const each of parsed
    .filter(({ isProtected }) => isProtected)
    .sort((a, b) => standing(b) - standing(a)))
    for (const alias of each.aliases)
      if (isCoreName(alias) && !names.has(fold(alias))) names.set(fold(alias), each)
  return names
}

function isCoreName(alias: string): boolean {
  return fold(alias).startsWith('core:')
}

function finder(byId: ReadonlyMap<string, Instruction>, all: readonly Instruction[]): Catalogue['find'] {
  const byAlias = new Map<string, Instruction[]>()
  for (const each of all)
    for (const alias of each.aliases) byAlias.set(fold(alias), [...(byAlias.get(fold(alias)) ?? []), each])
  return (name) => {
    const key = fold(
      name
        .trim()
        .replace(/\.md$/i, '')
        .replace(/\.instructions$/i, ''),
    )
    const exact = byId.get(key)
    if (exact !== undefined) return exact
    const named = byAlias.get(key) ?? []
    // A bare name that a protected file has is that file's.
    const owners = named.filter(({ isProtected }) => isProtected)
    return named.length === 1 ? named[0] : owners.length === 1 ? owners[0] : undefined
  }
}

function unknownReferences(instruction: Instruction, find: Catalogue['find']): Problem[] {
  const names = [...instruction.related, ...instruction.includes]
  return names
    .filter((name) => find(name) === undefined)
    .map((name) => ({
      file: instruction.file,
      code: 'REFERENCE_UNKNOWN',
      message: `it names ${JSON.stringify(name)}, which is no instruction`,
      effect: 'used',
    }))
}

function taken({ file, id }: Instruction, first: Instruction): Problem {
  const code = first.isProtected ? 'PROTECTED' : 'ID_TAKEN'
  const owner = first.isProtected ? `the protected ${first.file}` : first.file
  return { file, code, message: `its id "${id}" is that of ${owner}`, effect: 'left-out' }
}

function shadowing({ file }: Instruction, owner: Instruction): Problem {
  const name = owner.aliases.find((alias) => isCoreName(alias))
  const message = `it calls itself "${name}", as the protected ${owner.file} does`
  return { file, code: 'PROTECTED', message, effect: 'left-out' }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
