/** Exports that nobody uses: they are deleted, not kept for later. */
import type { Import, SourceFile } from './source-file.js'
import { moduleOf, productFiles, type SourceTree } from './source-tree.js'

/**
 * Exports of a module's index.ts that no other module, no test and no public door takes.
 * A type also counts as used when something that is taken is declared by it: users must be able to name it.
 */
export function deadModuleExports(tree: SourceTree, doors: readonly string[]): string[] {
  const indexes = productFiles(tree).filter(({ path }) => /^src\/[^/]+\/index\.ts$/.test(path))
  return indexes
    .filter(({ path }) => !doors.includes(path))
    .flatMap((index) => {
      const module = moduleOf(index.path)
      const outside = [...tree.values()].filter(({ path }) => moduleOf(path) !== module || isTest(path))
      const taken = takenFrom(index, outside)
      const named = mentionedBy(
        taken,
        [...tree.values()].filter(({ path }) => moduleOf(path) === module),
      )
      return deadOf(index, (name, kind) => taken.has(name) || (kind === 'types' && named.has(name)))
    })
}

/** Exports of a file that no other file takes; types only when their own file does not need them either. */
export function deadFileExports(tree: SourceTree, doors: readonly string[]): string[] {
  const importsOf = importsByTarget(tree)
  return productFiles(tree)
    .filter(({ path }) => !doors.includes(path) && !path.endsWith('/index.ts'))
    .flatMap((file) => {
      const taken = namesTaken(file, importsOf.get(file.path) ?? [])
      const needed = (name: string) =>
        [...file.declarations].some(([declared, mentions]) => declared !== name && mentions.has(name))
      return deadOf(file, (name, kind) => taken.has(name) || (kind === 'types' && needed(name)))
    })
}

function deadOf(file: SourceFile, isUsed: (name: string, kind: 'runtime' | 'types') => boolean): string[] {
  return file.exports
    .filter(({ name, kind }) => !isUsed(name, kind))
    .map(({ name }) => `${file.path} exports ${name}`)
}

/** The names that users take from a file; all of its exports when one takes everything. */
function takenFrom(file: SourceFile, users: readonly SourceFile[]): Set<string> {
  return namesTaken(
    file,
    users.flatMap(({ imports }) => imports.filter(({ target }) => target === file.path)),
  )
}

/** What every file takes from others, by the file that it is taken from: sought among all imports for each file, it took seconds. */
function importsByTarget(tree: SourceTree): ReadonlyMap<string, readonly Import[]> {
  const found = new Map<string, Import[]>()
  for (const { path, imports } of tree.values())
    for (const each of imports)
      if (each.target !== undefined && each.target !== path)
        found.set(each.target, [...(found.get(each.target) ?? []), each])
  return found
}

function namesTaken(file: SourceFile, imports: readonly Import[]): Set<string> {
  const names = imports.flatMap((each) => each.names)
  return new Set(names.includes('*') ? file.exports.map(({ name }) => name) : names)
}

/** All names that stand in the declarations of these names, and in theirs, and so on. */
function mentionedBy(names: ReadonlySet<string>, files: readonly SourceFile[]): Set<string> {
  const reached = new Set(names)
  for (const name of reached)
    for (const { declarations } of files)
      for (const mention of declarations.get(name) ?? []) reached.add(mention)
  return reached
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
