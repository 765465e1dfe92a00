/** A folder in which the blocks of one document are tried, as a user would: the package is installed there by a link. */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { transform } from '@swc/wasm-typescript'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { MAIN } from '../fixtures/command-line.js'
import { officialServer } from '../fixtures/official-servers.js'
import { environmentOutsideVitest } from '../fixtures/outside-vitest.js'

export interface Scratch extends AsyncDisposable {
  /** Saves a file, in folders that are made as needed. */
  save(name: string, text: string): Promise<void>
  runShell(text: string): Promise<Run>
  /**
   * Starts a line that goes on, with an input that stays open and holds a first request. Interrupts it once it has answered, told
   * the address that it serves at, or that it watches.
   */
  serveShell(line: string): Promise<Served>
  /** Compiles and runs a TypeScript module. */
  runTypeScript(text: string): Promise<Run>
  /** Checks all of these modules by the compiler, at its strictest. */
  checkTypes(modules: readonly string[]): Promise<Run>
}

export interface Run {
  readonly exit: number
  /** Standard output and standard error. */
  readonly said: string
}

export interface Served extends Run {
  /** True when it had answered, or told its address, and was ended by the interruption. */
  readonly untilInterrupted: boolean
}

/** Of one block, which may be a dozen commands. For what hangs, and nothing else. */
export const TIMEOUT_MS = 600_000
/** An installed package is not compiled by vitest; here it is a link, which leads out of node_modules. The limit is for what hangs. */
const VITEST_CONFIG =
  'export default { test: { testTimeout: 100_000, server: { deps: { external: [/\\/dist\\//] } } } }\n'

/** The folder of this file is the first of PATH. A package has no more than one command here: of its name, or with "mcp-" before it. */
const NPX = `#!/bin/sh
[ "$1" = -y ] && yes=-y && shift
for command in "$1" "mcp-\${1##*/}"; do
  [ -x "\${0%/*}/$command" ] && shift && exec "$command" "$@"
done
PATH=\${PATH#*:} exec npx $yes "$@"
`

/** Makes an empty scratch folder; disposing removes it. */
export async function createScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-docs-'))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await symlink(PROJECT_ROOT, join(modules, 'mcp-understudy'))
  await symlink(join(PROJECT_ROOT, 'node_modules', '@types'), join(modules, '@types'))
  for (const installed of ['vitest', '@modelcontextprotocol', 'instruction-router'])
    await symlink(join(PROJECT_ROOT, 'node_modules', installed), join(modules, installed))
  await symlink(join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs'), join(modules, '.bin', 'vitest'))
  for (const server of ['server-everything', 'server-filesystem', 'server-memory'] as const)
    await symlink(officialServer(server), join(modules, '.bin', `mcp-${server}`))
  await writeFile(
    join(modules, '.bin', 'understudy'),
    `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`,
    { mode: 0o755 },
  )
  // What is installed is run at once: npm would only look that up, for half a second of work each time.
  await writeFile(join(modules, '.bin', 'npx'), NPX, { mode: 0o755 })
  await symlink(
    join(PROJECT_ROOT, 'examples/instruction-router/instruction-router.mjs'),
    join(modules, '.bin', 'instruction-router'),
  )
  for (const [name, file] of [
    ['saas-rehearsal', 'rehearse.mjs'],
    ['saas-services', 'saas-services.mjs'],
  ] as const)
    await symlink(join(PROJECT_ROOT, 'examples/saas', file), join(modules, '.bin', name))
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  await writeFile(join(folder, 'vitest.config.js'), VITEST_CONFIG)
  const save = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const run = (command: string, ...args: readonly string[]) => runIn(folder, command, args)
  return {
    save,
    runShell: (text) => run('bash', '-euo', 'pipefail', '-c', text),
    serveShell: (line) => serveIn(folder, line),
    async runTypeScript(text) {
      await save('block.js', (await transform(text, { mode: 'strip-only', module: true })).code)
      return run(process.execPath, 'block.js')
    },
    async checkTypes(texts) {
      await Promise.all(texts.map((text, i) => save(`types/block-${i + 1}.ts`, `${text}\nexport {}\n`)))
      await save('types/tsconfig.json', JSON.stringify(TSCONFIG))
      const tsc = join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
      // More threads are quicker on an idle machine, and take twice the work.
      return run(process.execPath, tsc, '-p', 'types', '--singleThreaded')
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2022', lib: ['ES2023', 'ESNext.Disposable'], module: 'NodeNext', types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  },
}

const FIRST_REQUEST = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'documents', version: '0.0.0' },
  },
})
const ANSWER_OR_ADDRESS = /"id":1\b|https?:\/\/[^\s/]+:\d+|^Watching for changes/m
/** What shells tell of a program that SIGINT ended. */
const INTERRUPTED = 130

function serveIn(folder: string, line: string): Promise<Served> {
  const options = { cwd: folder, env: environmentOf(folder), detached: true }
  const child = spawn('bash', ['-euo', 'pipefail', '-c', line], options)
  let said = ''
  let isServing = false
  // A group of its own: the shell may stand between us and the server.
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  }
  const limit = setTimeout(() => end('SIGKILL'), TIMEOUT_MS)
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (isServing || !ANSWER_OR_ADDRESS.test(said)) return
      isServing = true
      end('SIGINT')
    })
  child.stdin.on('error', () => {
    // It has ended before it read: its exit code tells.
  })
  child.stdin.write(`${FIRST_REQUEST}\n`)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      const exit = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
      resolve({ exit, said, untilInterrupted: isServing && exit === INTERRUPTED })
    })
  })
}

function runIn(folder: string, command: string, args: readonly string[]): Promise<Run> {
  const options = { cwd: folder, timeout: TIMEOUT_MS, env: environmentOf(folder) }
  return new Promise((resolve, reject) => {
    execFile(command, [...args], options, (failure, stdout, stderr) => {
      const exit = failure === null ? 0 : failure.code
      // A text as code means that the command could not be started; none, that a signal ended it.
      if (typeof exit === 'number') resolve({ exit, said: stdout + stderr })
      else reject(new Error(`"${command}" did not end by itself: ${stdout}${stderr}`, { cause: failure }))
    })
  })
}

function environmentOf(folder: string): NodeJS.ProcessEnv {
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(
    delimiter,
  )
  // Blocks name files by the folder that a shell stands in. Without a level, bash takes the pipes of Node for a network, and reads what
  // the system sets up for those who log in.
  return { ...environmentOutsideVitest(), PATH: path, PWD: folder, SHLVL: '1' }
}
