/**
 * A server that tries to leave its copy in every way there is a name for (escapes/try.pl), as a user, as root of a disposable world around
 * the copy, and as the machine's root. What it tries to reach (escapes/targets.pl) belongs to this test alone and tells when it was touched;
 * nothing is tried outside a world of its own, and `try.pl` looks where it is first.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { verifies } from '../verifies.js'
import { STANDINGS, type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:no-way-out')

/** Run once, with the driver: its words are `node`, the driver, and what follows. */
const WAITING = { timeout: 30_000 }
const PREPARE = `[ -d outside ] || { ${starting('"$(dirname "$2")/escapes/targets.pl"')}; }`
const OF_A_PROCESS_OUTSIDE = [
  'to signal it by a handle',
  'to hold a process outside by ptrace',
  'to read the memory of a process outside',
  'to take a file that a process outside has open',
]

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  const ways = waysOut()

  it.each(STANDINGS)('lets a server that tries every way out reach nothing, as %s', async (standing) => {
    const isInWorld = standing === 'root of a disposable world'
    await using user = await testUser(standing, isInWorld ? PREPARE : '')
    if (isInWorld) await vi.waitUntil(() => existsSync(join(user.folder, 'outside/targets')), WAITING)
    user.sh(isInWorld ? 'mkdir root' : `mkdir root; ${starting(own(user, 'targets.pl'))}`)
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    const run = await world.sh(
      `export OUTSIDE='${namespaces()}'; exec ${user.nodePath} ${own(user, 'server.mjs')} ${user.folder}/outside`,
      { input: ways.map(({ name }, id) => call(id, name)).join('') },
    )
    const kept = answers(run.stdout)

    expect(kept.filter(({ text }) => !text.startsWith('kept: '))).toEqual([])
    expect(kept.map(({ id }) => ways[id]?.name)).toEqual(ways.map(({ name }) => name))
    expect(ways.length).toBeGreaterThanOrEqual(40)
    user.sh('touch outside/stop')
    expect(await touches(user)).toEqual(['over'])
  })

  it('is what keeps it in: where there is none, the same reaches what it is for', async () => {
    await using user = await testUser('root of a disposable world')
    const open = ways.filter(({ isOpen }) => isOpen).map(({ name }) => name)
    user.sh('mkdir root')

    const reached = user.sh(
      `${starting(own(user, 'targets.pl'))}; export OUTSIDE='${namespaces()}'; cd root; printf '%s\\n' '${open.join("' '")}' | sh ${own(user, 'control.sh')} ${user.folder}/outside; touch ../outside/stop; wait`,
    )

    expect(open.length).toBeGreaterThanOrEqual(40)
    expect(reached.trimEnd().split('\n')).toEqual(open)
  })

  it('takes no process in its world for one outside that has the same number', async () => {
    await using user = await testUser('root of a disposable world')
    const itself = `echo "pid $$" >same/targets; exec perl ${own(user, 'try.pl')} same "$1"`
    const said = user.sh(
      `mkdir same; export OUTSIDE='${namespaces()}'; for way in '${OF_A_PROCESS_OUTSIDE.join("' '")}'; do sh -c '${itself}' sh "$way"; done`,
    )

    expect(said).toBe('kept: another process has this number\n'.repeat(OF_A_PROCESS_OUTSIDE.length))
  })
})

/** Starts what must not be reached, in the current folder, and waits until it is there. */
function starting(script: string): string {
  return `setsid perl ${script} "$PWD/outside" >/dev/null 2>outside.log </dev/null & until [ -f outside/targets ]; do kill -0 $! || { cat outside.log >&2; exit 1; }; sleep 0.05; done`
}

function own(user: TestUser, file: string): string {
  return user.file(`test/copy/escapes/${file}`)
}

/** Those in which nothing is tried. */
function namespaces(): string {
  return ['user', 'mnt', 'pid'].map((name) => readlinkSync(`/proc/self/ns/${name}`)).join(' ')
}

interface Way {
  readonly name: string
  /** Where there is no copy it succeeds. */
  readonly isOpen: boolean
}

function waysOut(): readonly Way[] {
  const script = fileURLToPath(new URL('./escapes/try.pl', import.meta.url))
  const lines = execFileSync('perl', [script, '--list'], { encoding: 'utf8' }).trimEnd().split('\n')
  return lines.map((line) => ({ name: line.slice(line.indexOf(' ') + 1), isOpen: line.startsWith('open ') }))
}

function call(id: number, way: string): string {
  const params = { name: 'leave', arguments: { way } }
  return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`
}

function answers(stdout: string): readonly { readonly id: number; readonly text: string }[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { id, result } = JSON.parse(line) as {
        readonly id: number
        readonly result: { readonly content: readonly [{ readonly text: string }] }
      }
      return { id, text: result.content[0].text }
    })
}

/** Resolves when who tells of them has ended. */
async function touches(user: TestUser): Promise<readonly string[]> {
  const read = () => readFileSync(`${user.folder}/outside/evidence`, 'utf8').trimEnd().split('\n')
  await vi.waitUntil(() => read().at(-1) === 'over', WAITING)
  return read()
}
