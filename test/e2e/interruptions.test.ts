/** Signals and closed pipes: the command ends as shells expect it, and nothing that it started outlives it. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { isRunning } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { createAttendant, startCommand as start } from './attendant.js'
import { createProject } from './project.js'

verifies('cli:no-process-left', 'cli:exit-codes')

const TOOLS = JSON.stringify({ server: 's', tools: [{ name: 't', inputSchema: { type: 'object' } }] })

/** On a busy machine what is ended takes longer than it is waited for, which is told. */
function toldOf(signal: NodeJS.Signals): string {
  return expect.stringMatching(
    new RegExp(
      `^Error: Interrupted by ${signal}\\n(?: {2}What was under way did not end within 1500 ms\\n)?$`,
    ),
  )
}

describe('a signal', () => {
  test.each<[string, NodeJS.Signals, number, string, readonly string[]]>([
    ['starting a server', 'SIGINT', 130, 'initialize', ['tools']],
    ['asking for tools', 'SIGINT', 130, 'tools/list', ['tools']],
    ['asking for tools', 'SIGTERM', 143, 'tools/list', ['dry-run', 'plan.ts']],
    ['calling a tool', 'SIGHUP', 129, 'tools/call', ['call', 'echo', '--store']],
  ])('while %s: %s ends with %i and no server', async (_, signal, code, method, args) => {
    using project = createProject()
    project.write('plan.ts', 'return 1')
    await using attendant = await createAttendant(project)

    const run = start(project, ...args, ...attendant.serverThatIgnores(method))
    const server = await attendant.asked()
    run.child.kill(signal)

    expect(await run.ended).toEqual({ code, stdout: '', stderr: toldOf(signal) })
    await server.gone
  })

  test('while probing ends with what was found until then', async () => {
    using project = createProject()
    await using attendant = await createAttendant(project)

    const run = start(project, 'probe', '--tool', 'echo', ...attendant.serverThatIgnores('tools/call'))
    const server = await attendant.asked()
    run.child.kill('SIGINT')

    const { code, stdout } = await run.ended
    expect(code).toBe(130)
    expect(stdout).toContain('The probe was interrupted: this is what was found until then.')
    await server.gone
  })

  test('that comes twice ends at once, also with a server that does not want to end', async () => {
    using project = createProject()
    await using attendant = await createAttendant(project)

    const run = start(project, 'tools', ...attendant.serverThatIgnores('tools/list', 'stubborn'))
    const server = await attendant.asked()
    run.child.kill('SIGINT')
    await server.stdinEnded
    run.child.kill('SIGTERM')

    expect(await run.ended).toMatchObject({ code: 143 })
    await server.gone
  })

  test.each([
    ['rehearsing', 'loop.ts'],
    ['reading the plan', '-'],
  ])('while %s ends the sandbox too', async (_, plan) => {
    using project = createProject()
    project.write('loop.ts', 'for (;;) {}')
    project.write('tools.json', TOOLS)

    const run = start(project, 'dry-run', plan, '--tools', 'tools.json')
    const guests = await vi.waitUntil(() => childrenOf(run.child), { timeout: 60_000, interval: 20 })
    run.child.kill('SIGINT')

    expect(await run.ended).toEqual({ code: 130, stdout: '', stderr: toldOf('SIGINT') })
    expect(guests.filter(isRunning)).toEqual([])
  })
})

test('a reader that has gone does not change how the command ends', async () => {
  using project = createProject()
  project.write('plan.ts', 'await mcp.s.ghost({})')
  project.write('tools.json', TOOLS)

  const run = start(project, 'dry-run', 'plan.ts', '--tools', 'tools.json')
  run.child.stdout?.destroy()

  expect(await run.ended).toMatchObject({ code: 1, stderr: '' })
})

test('standard input without an end is not read for ever', async () => {
  using project = createProject()
  project.write('tools.json', TOOLS)

  const run = start(project, 'dry-run', '-', '--tools', 'tools.json')
  const pour = (): void => {
    while (run.child.stdin?.write(' '.repeat(1 << 20)));
  }
  run.child.stdin?.on('drain', pour).on('error', () => {
    // It reads no further: that is what is wanted.
  })
  pour()

  expect(await run.ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'Cannot read standard input: it has more bytes than the limit of 67108864',
    ),
  })
})

/** Undefined while there is none. */
function childrenOf({ pid }: ChildProcess): number[] | undefined {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  const children = stdout.split('\n').filter((line) => line !== '')
  return children.length === 0 ? undefined : children.map(Number)
}
