/** The source files of a project, real or made up for a test. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSource, type SourceFile } from './source-file.js'

export type SourceTree = ReadonlyMap<string, SourceFile>

/** The root of this project. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Reads the project's TypeScript files under the given folders. */
export function readTree(...folders: readonly string[]): SourceTree {
  const paths = folders.flatMap((folder) => filesUnder(folder).filter((path) => /\.m?ts$/.test(path)))
  return new Map(paths.map((path) => [path, ownSource(path)]))
}

/** Each file of the project is parsed once, however many tests of a worker read it. */
const ownSources = new Map<string, SourceFile>()
function ownSource(path: string): SourceFile {
  const source = ownSources.get(path) ?? readSource(path, readFileSync(join(PROJECT_ROOT, path), 'utf8'))
  ownSources.set(path, source)
  return source
}

/** A tree from texts by path. */
export function treeOf(texts: Readonly<Record<string, string>>): SourceTree {
  return new Map(Object.entries(texts).map(([path, text]) => [path, readSource(path, text)]))
}

/** Files under a folder of the project, as paths from its root with slashes, sorted. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(path)
      return entry.isFile() ? [path] : []
    })
    .sort()
}

/** The product's own files: no tests. */
export function productFiles(tree: SourceTree): SourceFile[] {
  return [...tree.values()].filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'))
}

/** The module a path belongs to: the folder under src/; `index` for the main door; undefined outside src/. */
export function moduleOf(path: string): string | undefined {
  const [root, folder, ...below] = path.split('/')
  if (root !== 'src' || folder === undefined) return undefined
  return below.length === 0 ? folder.replace(/\.ts$/, '') : folder
}
