/** The joined command line and doors: one set of modules, which starts from few files. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'

const JOINED = join(PROJECT_ROOT, 'dist/joined')
const files = readdirSync(JOINED, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
)

it('the joined command line imports nothing of the modules that it was joined from', () => {
  const outside = files.flatMap((file) =>
    relativeImports(file).filter((imported) => imported.startsWith('..') || !files.includes(imported)),
  )

  expect(outside).toEqual([])
})

it('the joined command line reads few files where the compiler made hundreds', () => {
  const modules = readdirSync(join(PROJECT_ROOT, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js'),
  )

  expect(loadedBy('cli/main.js').size).toBeGreaterThan(1)
  expect(files.length).toBeLessThan(modules.length / 4)
})

it('the joined command line brings the licence of every package that is joined', () => {
  const packages = new Set(
    files
      .flatMap((file) => [...read(file).matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)])
      .map(([, name = '']) => name),
  )

  expect(packages.size).toBeGreaterThan(3)
  expect([...packages].filter((name) => !new RegExp(`^${name} \\d`, 'm').test(read('LICENCES.txt')))).toEqual(
    [],
  )
})

/** The files that it imports before it does anything, itself included. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const imported of relativeImports(file)) loadedBy(imported, loaded)
  return loaded
}

/** As paths below the joined files; those that are imported when they are needed included. */
function relativeImports(file: string): string[] {
  // Comments of packages import types.
  const code = read(file).replace(/^\s*(?:\/\*)?\*.*$/gm, '')
  const imports = code.matchAll(/^(?:import|export) .*?["'](\.[^"']+)["'];$|import\(["'](\.[^"']+)["']\)/gm)
  return [...imports].map(([, now, later]) =>
    relative(JOINED, join(JOINED, dirname(file), now ?? later ?? '')),
  )
}

function read(file: string): string {
  return readFileSync(join(JOINED, file), 'utf8')
}
