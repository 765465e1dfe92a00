/** Runs vitest as a user does: a process of its own, in a project where the package and vitest are installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { createProject, type Project } from '../../../src/testing/index.js'
import { environmentOutsideVitest } from '../../fixtures/outside-vitest.js'
import { isRunning } from '../../fixtures/start-server.js'

export interface VitestRun {
  /** The exit code, or the signal that ended it. */
  readonly exit: number | string
  /** Everything that it printed, without colours. */
  readonly output: string
  /** Of every server that was started. */
  readonly pids: readonly number[]
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TIMEOUT_MS = 120_000
/** An installed package is not compiled by vitest; here it is a link, which leads out of node_modules. */
const CONFIG = `export default { test: { server: { deps: { external: [/\\/dist\\//, /\\/fixtures\\/servers\\//] } } } }\n`

/** A server on stdio that notes its pid in the file `pids`, as a path for the tests. */
export const NOTES_ITS_PID = fixtureServer('notes-its-pid')

export function fixtureServer(name: string): string {
  return join(ROOT, `test/fixtures/servers/${name}.mjs`)
}

/**
 * Runs the test files of a fresh project with four workers, in random order; fails when a server is left behind.
 * With `interruption` vitest itself, and none of its workers, gets the signal as soon as a server was started.
 */
export async function runVitest(
  files: Readonly<Record<string, string>>,
  interruption?: NodeJS.Signals,
): Promise<VitestRun> {
  await using project = await projectOf(files)
  const vitest = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...SETTINGS], {
    cwd: project.folder,
    env: environmentOutsideVitest(),
    timeout: TIMEOUT_MS,
  })
  let output = ''
  for (const stream of [vitest.stdout, vitest.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(vitest, 'close')
  if (interruption !== undefined) {
    await vi.waitFor(async () => {
      if ((await pidsIn(project)).length === 0) throw new Error(`No server was started:\n${output}`)
    }, TIMEOUT_MS)
    vitest.kill(interruption)
    await once(vitest, 'exit')
  } else await ended
  const pids = await pidsIn(project)
  // A server whose tests were killed ends when its standard input does, in its own time.
  const areGone = vi.waitFor(() => {
    const left = pids.filter(isRunning)
    if (left.length > 0) throw new Error(`Servers still run: ${left.join(', ')}\n${output}`)
  }, TIMEOUT_MS)
  await areGone.finally(() => {
    for (const left of pids.filter(isRunning)) process.kill(left, 'SIGKILL')
  })
  await ended
  return { exit: vitest.exitCode ?? String(vitest.signalCode), output, pids }
}

const SETTINGS = [
  ...['--pool', 'forks', '--maxWorkers', '4', '--sequence.shuffle'],
  ...['--testTimeout', '30000', '--no-color', '--reporter', 'verbose'],
]

async function projectOf(files: Readonly<Record<string, string>>): Promise<Project> {
  const project = await createProject({
    files: {
      'package.json': '{ "type": "module", "private": true }',
      'vitest.config.js': CONFIG,
      pids: '',
      ...files,
    },
  })
  await mkdir(project.path('node_modules'))
  await symlink(ROOT, project.path('node_modules/mcp-understudy'))
  for (const installed of ['vitest', '@modelcontextprotocol'])
    await symlink(join(ROOT, 'node_modules', installed), project.path('node_modules', installed))
  return project
}

async function pidsIn(project: Project): Promise<number[]> {
  return (await project.read('pids')).split('\n').filter(Boolean).map(Number)
}
