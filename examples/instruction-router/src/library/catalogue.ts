/** All usable instructions of a folder, found by every name that they have. */
import type { Instruction, Problem } from './instruction.js'
import type { ParsedFile } from './parse-instruction.js'

export interface Catalogue {
  /** In the order of their ids. */
  readonly instructions: readonly Instruction[]
  readonly problems: readonly Problem[]
  /** By id first, then by alias; an alias of several finds none of them. Upper and lower case are the same. */
  find(name: string): Instruction | undefined
}

/** `files` in a fixed order: of two with one id the first stands, unless only the other is protected. */
export function createCatalogue(files: Iterable<ParsedFile>, found: readonly Problem[]): Catalogue {
  const parsed = [...files]
  const problems = [...found, ...parsed.flatMap((file) => file.problems)]
  const byId = new Map<string, Instruction>()
  const owners = new Map<string, Instruction>()
  const all = parsed.flatMap(({ instruction }) => instruction ?? [])
  for (const each of all.sort((a, b) => Number(b.isProtected) - Number(a.isProtected))) {
    const first = byId.get(fold(each.id))
    const owner = each.aliases.map((alias) => owners.get(fold(alias))).find((other) => other !== undefined)
    if (first?.isProtected === true) problems.push(taken(each, 'PROTECTED', first))
    else if (first !== undefined) problems.push(taken(each, 'ID_TAKEN', first))
    else if (owner !== undefined) problems.push(taken(each, 'PROTECTED', owner))
    else {
      byId.set(fold(each.id), each)
      if (each.isProtected)
        for (const alias of each.aliases.filter((name) => name.includes(':'))) owners.set(fold(alias), each)
    }
  }
  const instructions = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const find = (name: string): Instruction | undefined => {
    const key = fold(name.trim().replace(/(?:\.instructions)?(?:\.md)?$/i, ''))
    const named = instructions.filter(({ aliases }) => aliases.some((alias) => fold(alias) === key))
    const guarded = named.filter(({ isProtected }) => isProtected)
    return byId.get(key) ?? (named.length === 1 ? named[0] : guarded.length === 1 ? guarded[0] : undefined)
  }
  for (const { file, related } of instructions)
    for (const name of related.filter((each) => find(each) === undefined))
      problems.push({
        file,
        code: 'REFERENCE_UNKNOWN',
        message: `it names ${JSON.stringify(name)}, which is no instruction`,
        effect: 'used',
      })
  return { instructions, problems, find }
}

function taken({ file, id }: Instruction, code: 'ID_TAKEN' | 'PROTECTED', by: Instruction): Problem {
  return { file, code, message: `what it is called, "${id}", is that of ${by.file}`, effect: 'left-out' }
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
