/** A project in which first tests are written and run as a user does it. */
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { environmentOutsideVitest } from '../fixtures/outside-vitest.js'
import { createProject, type Project, type ProjectOptions } from './project.js'

export interface Run {
  readonly exit: number
  /** Standard output and standard error. */
  readonly said: string
}

/** With the package and vitest installed, by links; `type: module`. */
export function createInstalledProject(options: ProjectOptions = {}): Project {
  const project = createProject(options)
  mkdirSync(join(project.folder, 'node_modules'))
  symlinkSync(PROJECT_ROOT, join(project.folder, 'node_modules/mcp-understudy'))
  for (const name of ['vitest', '@types'])
    symlinkSync(join(PROJECT_ROOT, 'node_modules', name), join(project.folder, 'node_modules', name))
  project.write('package.json', '{ "type": "module", "private": true }\n')
  // An installed package is not compiled by vitest; here it is a link, which leads out of node_modules.
  project.write(
    'vitest.config.mjs',
    'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } }\n',
  )
  return project
}

/** All tests of the project, in random order; files share the import of the package. */
export function runTests({ folder }: Project, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const vitest = join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs')
  const options = ['--no-color', '--no-isolate', '--sequence.shuffle', '--reporter', 'verbose']
  return run(folder, [vitest, 'run', ...options], env)
}

/** By the compiler at its strictest, as the module kind that package.json says. The package's own types have a test of their own. */
export function checkTypes(project: Project): Promise<Run> {
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2023', 'ESNext.Disposable'], module: 'NodeNext', types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
    skipLibCheck: true,
  }
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['tests'] }))
  return run(project.folder, [
    join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    '.',
    '--singleThreaded',
  ])
}

/** By the formatter and the linter, as they are set up here. */
export function checkFormat(project: Project): Promise<Run> {
  project.write('biome.json', JSON.stringify(BIOME))
  const biome = join(PROJECT_ROOT, 'node_modules/@biomejs/biome/bin/biome')
  return run(project.folder, [biome, 'check', '--error-on-warnings', 'tests'])
}

const BIOME = {
  formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 110 },
  javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded', trailingCommas: 'all' } },
  linter: { rules: { preset: 'recommended' } },
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const options = { cwd, env: { ...environmentOutsideVitest(), ...env }, timeout: 120_000 }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args], options, (_, stdout, stderr) =>
      resolve({ exit: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })
}
