/** The joined command line and doors: sets of modules of their own, which start from few files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse, type Token } from 'acorn'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'

const JOINED = join(PROJECT_ROOT, 'dist/joined')
const files = ['.js', '.cjs'].flatMap((ending) => filesBelow(JOINED, ending))
const programs = files.filter((file) => file.startsWith('cli/'))
const doors = files.filter((file) => !programs.includes(file))
/** What programs were joined from. */
const mapped = filesBelow(join(JOINED, 'cli'), '.js.map').flatMap((file) => {
  const map: { readonly sources: readonly string[] } = JSON.parse(read(join('cli', file)))
  return map.sources.map((source) => join(JOINED, 'cli', dirname(file), source))
})

it('the joined command line and doors import nothing of the modules that they were joined from, and nothing of each other', () => {
  const outside = [programs, doors].flatMap((set) =>
    set.flatMap((file) => relativeImports(file).filter((imported) => !set.includes(imported))),
  )

  expect(outside).toEqual([])
})

it('the joined command line reads few files where the compiler made hundreds', () => {
  const modules = filesBelow(join(PROJECT_ROOT, 'dist'), '.js')

  expect(loadedBy('cli/command-line.js').size).toBeGreaterThan(1)
  expect(loadedBy('cli/command-line.js').size).toBeLessThan(10)
  expect(files.length).toBeLessThan(modules.length / 3)
})

it('the scripts of the command line import no module: one beside them does, which Node loads itself', () => {
  const importing = programs.filter((file) => /\bimport\(/.test(read(file)) && imports(read(file)))

  expect(importing).toEqual(['cli/import.cjs'])
})

it('a map leads from each program of the joined command line to sources that are there', () => {
  expect(mapped.filter((source) => source.endsWith('/src/cli/main.ts'))).toHaveLength(1)
  expect(mapped.length).toBeGreaterThan(500)
  expect(mapped.filter((source) => !existsSync(source))).toEqual([])
})

it('what is joined brings the licence of every package that is joined', () => {
  const named = doors.flatMap((file) => [...read(file).matchAll(/^\/\/ (node_modules\/.*)$/gm)])
  const packages = new Set(
    [...mapped, ...named.map(([, path = '']) => path)].flatMap(
      (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    ),
  )

  expect([...packages]).toEqual(expect.arrayContaining(['ajv', 'commander', 'diff']))
  expect([...packages].filter((name) => !new RegExp(`^${name} \\d`, 'm').test(read('LICENCES.txt')))).toEqual(
    [],
  )
})

function imports(script: string): boolean {
  const tokens: Token[] = []
  parse(script, { ecmaVersion: 'latest', onToken: tokens })
  return tokens.some(({ type }) => type.keyword === 'import')
}

/** The files that it loads before it does anything, itself included. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const [text = ''] = read(file).split(/=>|\bfunction\b/)
  for (const imported of requiredIn(text, file)) loadedBy(imported, loaded)
  return loaded
}

/** As paths below the joined files; those that are imported when they are needed included. */
function relativeImports(file: string): string[] {
  // Comments of packages import types.
  const code = read(file).replace(/^\s*(?:\/\*)?\*.*$/gm, '')
  const imports = code.matchAll(/^(?:import|export) .*?["'](\.[^"']+)["'];$|import\(["'](\.[^"']+)["']\)/gm)
  const imported = [...imports].map(([, now, later]) => inJoined(now ?? later ?? '', file))
  return [...imported, ...requiredIn(code, file)]
}

function requiredIn(code: string, file: string): string[] {
  return [...code.matchAll(/require\(["'`](\.{1,2}\/[^"'`]+)["'`]\)/g)].map(([, path = '']) =>
    inJoined(path, file),
  )
}

function inJoined(path: string, from: string): string {
  return relative(JOINED, join(JOINED, dirname(from), path))
}

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending))
}

function read(file: string): string {
  return readFileSync(join(JOINED, file), 'utf8')
}
