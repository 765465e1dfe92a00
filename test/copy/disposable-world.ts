/**
 * Where tests of copies run. A test process that is root drops to another user before anything else, and "as root" is root of a
 * disposable outer world, which that user has made (own user, mount and process namespaces, private mounts). The machine's root does
 * one thing: it has the product make a copy, which begins with a user namespace, and what is tried inside first proves that it is
 * there. Whoever would stand anywhere else is refused, by the driver as well.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FileChange, NetworkAttempts, WorldOptions } from '../../src/transport/copy/index.js'
import { isRunning, type Launch } from '../../src/transport/index.js'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Nobody on the machines where this runs. */
const TEST_USER = 12345

export type Standing = 'user' | 'root of a disposable world' | "the machine's root"

/** Those that can be taken here: no user becomes root. */
export const STANDINGS: readonly Standing[] = [
  'user',
  'root of a disposable world',
  ...(isRoot() && isWholeMachine() ? (["the machine's root"] as const) : []),
]
/** Where no world around the copy is wanted. */
export const BARE_STANDINGS = STANDINGS.filter((standing) => standing !== 'root of a disposable world')

export interface CopiedRun {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A copied world, made and held by a process of another user. */
export interface TestWorld extends AsyncDisposable {
  readonly roots: readonly string[]
  readonly limits: readonly { readonly root: string; readonly why: string }[]
  /** Runs a shell script; `cwd` is the first root. */
  sh(
    script: string,
    options?: {
      readonly env?: Launch['env']
      readonly input?: string
      readonly closeAfter?: string
    },
  ): Promise<CopiedRun>
  run(launch: Launch, input?: string): Promise<CopiedRun>
  changes(options?: { readonly everything?: boolean }): Promise<readonly FileChange[]>
  setAccessTimes(paths: readonly string[], atMs: number): Promise<void>
  attempts(): Promise<NetworkAttempts>
  freeBytes(): Promise<number>
}

export interface TestUser extends AsyncDisposable {
  /** A folder of the user's own: absolute, links resolved. Removed at the end. */
  readonly folder: string
  readonly pid: number
  /** A Node that the user can start. */
  readonly nodePath: string
  /** How to run a script of this folder outside any copy: it gets the built files, Deno, and the words. */
  node(script: string, ...words: readonly string[]): [string, string[]]
  /** A file of the checkout, such as a server in `node_modules` or `test/fixtures/servers`, where the user can read it. */
  file(path: string): string
  /** The file of an official server, where the user can read it. */
  official(name: OfficialServer): string
  /** A shell command that is the command line of the product. */
  readonly understudy: string
  /** A shell command that starts the set-up where it stands, as if for a caller outside. */
  readonly setup: string
  /** Makes a world whose roots are given; its errors have the code and message that the product's have. */
  world(options?: Omit<WorldOptions, 'denoPath'>): Promise<TestWorld>
  /** Runs a shell script outside any copy, where the user stands. */
  sh(script: string): string
}

/** Why no copies can be made here, or undefined: for a visible skip, which CI takes for a failure. */
export function whyNoCopies(): string | undefined {
  if (process.platform !== 'linux') return `copies need Linux, and this is ${process.platform}`
  const tried = spawnSync(
    ...asUser(['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', 'true']),
    {
      cwd: '/',
      encoding: 'utf8',
    },
  )
  return tried.status === 0
    ? undefined
    : `no namespaces can be made here: ${tried.stderr || tried.error?.message}`
}

/**
 * The process that makes worlds; ends with the test. `prepare` is a script that root of the disposable world runs before, in the
 * user's folder. `name` is that of another user of this machine than nobody, if we are root.
 */
export async function testUser(standing: Standing = 'user', prepare = '', name?: string): Promise<TestUser> {
  const { dist, driver, deno, node } = reachableCheckout()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-copy-')))
  const isMachineRoot = standing === "the machine's root"
  const uid = name === undefined || !isRoot() ? TEST_USER : numberOf(name)
  if (isRoot() && !isMachineRoot) chownSync(folder, uid, uid)
  chmodSync(folder, 0o755)
  const outer = standing === 'root of a disposable world' ? disposable(prepare) : []
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder }
  const command = (words: readonly string[]): [string, string[]] =>
    isMachineRoot ? [words[0] ?? '', words.slice(1)] : asUser([...outer, ...words], uid)
  const [program, args] = command([node, driver, dist, ...(isMachineRoot ? [standing] : [])])
  let driven: { readonly child: ChildProcessWithoutNullStreams; readonly ask: Ask } | undefined
  // Half of the tests make their worlds by commands alone, and need no driver.
  const started = (): NonNullable<typeof driven> => {
    if (driven === undefined) {
      const child = spawn(program, args, { cwd: folder, env })
      driven = { child, ask: conversation(child) }
    }
    return driven
  }
  // What is prepared is there before any world is.
  if (prepare !== '') started()
  const ask: Ask = (act, more) => started().ask(act, more)
  let worlds = 0

  return {
    folder,
    nodePath: node,
    get pid() {
      return started().child.pid ?? Number.NaN
    },
    node: (script, ...words) => asUser([node, join(dirname(driver), script), dist, deno, ...words], uid),
    file: (path) => join(dist, '..', path),
    official: (name) => join(dist, '..', relative(PROJECT, officialServer(name))),
    understudy: `${node} ${dist}/joined/cli/main.js`,
    setup: setupCommand(deno, dist),
    sh: (script) => {
      const [shell, words] = command(['sh', '-c', script])
      return execFileSync(shell, words, { cwd: folder, env, encoding: 'utf8' })
    },
    async world(options = {}) {
      const number = ++worlds
      const made = (await ask('create', { number, options: { ...options, denoPath: deno } })) as Pick<
        TestWorld,
        'roots' | 'limits'
      >
      const run = async (launch: Launch, more: object) =>
        (await ask('run', {
          number,
          launch: { cwd: made.roots[0] ?? folder, ...launch },
          ...more,
        })) as CopiedRun
      return {
        ...made,
        sh: (script, { env, ...more } = {}) =>
          run(
            {
              command: 'sh',
              args: ['-c', isMachineRoot ? `${insideOnly()}; ${script}` : script],
              ...(env === undefined ? {} : { env }),
            },
            more,
          ),
        run: (launch, input = '') => run(launch, { input }),
        changes: async (which) => (await ask('changes', { number, options: which })) as readonly FileChange[],
        attempts: async () => (await ask('attempts', { number })) as NetworkAttempts,
        setAccessTimes: async (paths, atMs) => {
          await ask('setAccessTimes', { number, paths, atMs })
        },
        freeBytes: async () => Number(await ask('freeBytes', { number })),
        [Symbol.asyncDispose]: async () => void (await ask('close', { number })),
      }
    },
    async [Symbol.asyncDispose]() {
      if (driven !== undefined) await ended(driven.child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.stdin.end()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Makes the user's folder a project in which the package and vitest are installed, by links. */
export function installTestKit(user: TestUser): void {
  user.sh(
    [
      'mkdir node_modules',
      `ln -s ${user.file('.')} node_modules/mcp-understudy; ln -s ${user.file('node_modules/vitest')} node_modules/vitest`,
      `echo '{ "type": "module", "private": true }' >package.json`,
      `echo '${VITEST_CONFIG}' >vitest.config.js`,
    ].join('\n'),
  )
}

/** An installed package is not compiled by vitest; here it is a link, which leads out of node_modules. */
const VITEST_CONFIG =
  'export default { test: { testTimeout: 60000, pool: "forks", server: { deps: { external: [/\\/dist\\//] } } } }'

/** Nothing is tried as the machine's root but in a user and a mount namespace of its own. */
function insideOnly(): string {
  const proofs = ['user', 'mnt', 'pid'].map(
    (name) => `[ "$(readlink /proc/self/ns/${name})" != '${readlinkSync(`/proc/self/ns/${name}`)}' ]`,
  )
  return `read -r a b c </proc/self/uid_map && [ "$a $b $c" = '0 0 1' ] && ${proofs.join(' && ')} || exit 99`
}

function setupCommand(deno: string, dist: string): string {
  const outside = Object.fromEntries(
    ['user', 'mnt', 'pid'].map((name) => [name, readlinkSync(`/proc/self/ns/${name}`)]),
  )
  const plan = {
    outside: { ...outside, uid: isRoot() ? TEST_USER : process.getuid?.() },
    roots: [],
    writable: [],
    maxFiles: 1,
    maxBytes: 1,
  }
  return `env DENO_DIR=/dev/null/x ${deno} run --quiet --no-prompt --no-config --allow-all ${dist}/joined/transport/copy/setup/main.js '${JSON.stringify(plan)}'`
}

/** Enters an outer world of its own, proves that it is there, prepares it, and goes on with the words that follow. */
function disposable(prepare: string): readonly string[] {
  const outside = ['user', 'mnt', 'pid'].map((name) => readlinkSync(`/proc/self/ns/${name}`))
  const guard = [
    'refuse() { echo "refused: this is no disposable world" >&2; exit 9; }',
    'set -e; user=$1 mnt=$2 pid=$3; shift 3',
    '[ "$user" ] && [ "$(readlink /proc/self/ns/user)" != "$user" ] || refuse',
    '[ "$mnt" ] && [ "$(readlink /proc/self/ns/mnt)" != "$mnt" ] || refuse',
    '[ "$pid" ] && [ "$(readlink /proc/self/ns/pid)" != "$pid" ] || refuse',
    'while read -r line; do case $line in *" shared:"*|*" master:"*) refuse;; esac; done </proc/self/mountinfo',
    prepare,
    'exec "$@"',
  ]
  return [
    ...['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
    ...['--propagation', 'private', '--', 'sh', '-c', guard.join('\n'), 'disposable', ...outside],
  ]
}

/** A command, as whoever the tests of copies are. */
function asUser(command: readonly string[], uid = TEST_USER): [string, string[]] {
  const drop = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--']
  return isRoot() ? ['setpriv', [...drop, ...command]] : [command[0] ?? '', command.slice(1)]
}

function numberOf(name: string): number {
  return Number(execFileSync('id', ['-u', name], { encoding: 'utf8' }))
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Not the root of a container that has some of its users, whose rights nobody knows. */
function isWholeMachine(): boolean {
  return /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'))
}

type Ask = (act: string, more: object) => Promise<unknown>

function conversation(child: ChildProcessWithoutNullStreams): Ask {
  let [id, said] = [0, '']
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as {
      readonly id: number
      readonly value?: unknown
      readonly error?: { readonly message: string }
    }
    const waiter = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.error === undefined) waiter?.resolve(answer.value)
    else waiter?.reject(Object.assign(new Error(answer.error.message), answer.error))
  })
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the driver ended (${signal ?? code}): ${said}`))
  })
  return (act, more) =>
    new Promise((resolve, reject) => {
      id++
      waiting.set(id, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ id, act, ...more })}\n`)
    })
}

interface Checkout {
  readonly dist: string
  readonly driver: string
  readonly deno: string
  readonly node: string
}

let reachable: Checkout | undefined

/** Where the user of the tests can read what is built; a checkout in somebody's home is copied for him. */
function reachableCheckout(): Checkout {
  reachable ??= findCheckout()
  return reachable
}

function findCheckout(): Checkout {
  const found = checkoutAt(PROJECT, process.execPath)
  const wanted = ['test', '-x', found.deno, '-a', '-x', found.node, '-a', '-r', join(found.dist, 'index.js')]
  if (spawnSync(...asUser(wanted)).status === 0) return found
  removeAbandoned()
  const copy = join(tmpdir(), `${COPIED}${process.pid}`)
  mkdirSync(copy, { mode: 0o755 })
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  // Hard links where they can be made: nothing is written to it.
  const parts = 'dist node_modules package.json spec test/copy test/undo test/fixtures/servers'
  const script = `for how in -al -a; do cp $how --parents ${parts} "$1" && cp $how -L "$2" "$1/node" && exit; done; exit 1`
  execFileSync('sh', ['-c', script, 'sh', copy, process.execPath], { cwd: PROJECT })
  return checkoutAt(copy, join(copy, 'node'))
}

const COPIED = 'understudy-checkout-'

/** A worker that was ended by a signal has not cleaned up. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(COPIED) && !isRunning(Number(name.slice(COPIED.length))))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

function checkoutAt(project: string, node: string): Checkout {
  return {
    dist: join(project, 'dist'),
    driver: join(project, 'test/copy/driver.mjs'),
    deno: join(project, `node_modules/@deno/linux-${process.arch}-glibc/deno`),
    node,
  }
}
