/** `understudy dry-run --watch`: what it rehearses again and when, with real servers; what is waited for is a line, not a time. */
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { whyNoCopies } from '../copy/disposable-world.js'
import { verifies } from '../verifies.js'
import { startCommand } from './attendant.js'
import { livingDescendants } from './children.js'
import { createProject, type Project, type ProjectOptions } from './project.js'

verifies('rehearsal:watched')

const TOOLS = JSON.stringify({ server: 's', tools: [{ name: 't', inputSchema: { type: 'object' } }] })
/** Writes down that it was started, and makes the file that it is asked for. */
const SERVER = `
const { appendFileSync, existsSync, writeFileSync } = require('node:fs')
appendFileSync('starts.log', 'started\\n')
const tools = [{ name: 'make', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } }]
const results = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': () => {
    const was = existsSync('made.txt')
    writeFileSync('made.txt', 'made')
    return { content: [{ type: 'text', text: was ? 'was there' : 'new' }] }
  },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.() ?? {} }))
})`

describe('--watch', () => {
  test('rehearses again when the plan changes, and says which file it was', async () => {
    await using watch = await startWatch(
      { 'plan.ts': 'return 1', 'tools.json': TOOLS },
      {},
      '--tools',
      'tools.json',
    )

    await watch.nextRound()
    watch.project.write('plan.ts', 'return await mcp.s.wrong({})')
    const round = await watch.nextRound()

    expect(round.stderr).toBe('Changed: plan.ts\n')
    expect(round.stdout).toMatch(/^FAIL {2}plan.ts\n/)
  })

  test('goes on after an error, after a plan that was away, and with stubs that come later', async () => {
    await using watch = await startWatch(
      { 'plan.ts': 'return await mcp.s.t({})', 'tools.json': TOOLS },
      {},
      ...['--tools', 'tools.json', '--stubs', 'stubs.yaml'],
    )
    const plan = join(watch.project.folder, 'plan.ts')

    const missing = await watch.nextRound()
    watch.project.write('stubs.yaml', '- { tool: "s:t", result: yes }')
    const stubbed = await watch.nextRound()
    renameSync(plan, `${plan}~`)
    renameSync(`${plan}~`, plan)
    const renamed = await watch.nextRound()
    rmSync(plan)
    const gone = await watch.nextRound()
    watch.project.write('plan.ts', 'return 2')
    const back = await watch.nextRound()

    expect(missing).toEqual({ stdout: '', stderr: expect.stringMatching(/^Error: Cannot read the stubs/) })
    expect(stubbed.stdout).toMatch(/^PASS/)
    expect(renamed).toEqual({ stdout: stubbed.stdout, stderr: 'Changed: plan.ts\n' })
    expect(gone.stderr).toMatch(/^Changed: plan.ts\nError: Cannot read the plan "plan.ts"/)
    expect(back.stdout).toMatch(/^PASS/)
  })

  test('asks servers for their tools once, and again when what starts them changed', async () => {
    await using watch = await startWatch(
      { 'plan.ts': 'return 1', 'server.cjs': SERVER, '.mcp.json': config({}) },
      {},
      ...['--config', '.mcp.json', '--copy', 'never'],
    )
    const starts = (): number => watch.project.read('starts.log').trim().split('\n').length

    await watch.nextRound()
    watch.project.write('plan.ts', 'return 2')
    await watch.nextRound()
    const before = starts()
    watch.project.write('.mcp.json', config({ A: 'b' }))
    const { stderr } = await watch.nextRound()

    expect([before, starts()]).toEqual([1, 2])
    expect(stderr).toBe('Changed: .mcp.json\n')
  })

  test.skipIf(whyNoCopies() !== undefined)('gives each rehearsal on copies a fresh world', async () => {
    const plan = 'return await mcp.s.make({})'
    await using watch = await startWatch(
      { 'plan.ts': plan, 'server.cjs': SERVER, '.mcp.json': config({}) },
      {},
      ...['--config', '.mcp.json', '--copy', 'always', '--format', 'json'],
    )

    const first = JSON.parse((await watch.nextRound()).stdout)
    watch.project.write('plan.ts', `${plan} // again`)
    const second = JSON.parse((await watch.nextRound()).stdout)

    for (const { simulated_result, effects } of [first, second]) {
      expect(simulated_result).toBe('new')
      expect(effects.files).toMatchObject([{ path: 'made.txt', change: 'made' }])
    }
    expect(existsSync(join(watch.project.folder, 'made.txt'))).toBe(false)
    expect(existsSync(join(watch.project.folder, 'starts.log'))).toBe(false)
  })

  test('clears the screen at a terminal, and there alone', async () => {
    const files = { 'plan.ts': 'return 1', 'tools.json': TOOLS }
    await using terminal = await startWatch(files, { stdoutIsTty: true }, '--tools', 'tools.json')
    await using pipe = await startWatch(files, {}, '--tools', 'tools.json')

    expect((await terminal.nextRound()).stdout.slice(0, CLEAR.length)).toBe(CLEAR)
    expect((await pipe.nextRound()).stdout).not.toContain('\u001b')
  })

  test('is no way for a plan from standard input', async () => {
    using project = createProject()

    const { exit, stderr } = await project.understudy('dry-run', '-', '--watch', '--tools', 'tools.json')

    expect([exit, stderr]).toEqual([
      2,
      expect.stringContaining('Cannot use --watch with a plan from standard input'),
    ])
  })

  test('ends with Ctrl-C, by its code, and leaves no process', async () => {
    using project = createProject()
    project.write('plan.ts', 'return await mcp.s.make({})')
    project.write('server.cjs', SERVER)
    project.write('.mcp.json', config({}))

    const run = startCommand(project, 'dry-run', 'plan.ts', '--config', '.mcp.json', '--watch')
    const { pid, stderr } = run.child
    for (let text = ''; !text.includes('Watching'); )
      text += String((await once(stderr ?? run.child, 'data'))[0])
    // The guest of the next round, which starts once this one is over.
    await expect.poll(() => livingDescendants(pid ?? 0)).not.toEqual([])
    const started = livingDescendants(pid ?? 0)
    run.child.kill('SIGINT')
    const { code } = await run.ended

    expect(code).toBe(130)
    expect(started.filter(isAlive)).toEqual([])
  })
})

function config(env: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    mcpServers: { s: { command: process.execPath, args: ['server.cjs'], env, cwd: '.' } },
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Round {
  readonly stdout: string
  readonly stderr: string
}

interface Watch extends AsyncDisposable {
  readonly project: Project
  /** Resolves when it waits for changes, with what it has said since it did last. */
  nextRound(): Promise<Round>
}

/** Watches `plan.ts` in a folder with these files; disposing ends it as the user does, which must end it in order. */
async function startWatch(
  files: Readonly<Record<string, string>>,
  options: ProjectOptions,
  ...args: readonly string[]
): Promise<Watch> {
  const ending = new AbortController()
  let said = { stdout: '', stderr: '' }
  const rounds: Round[] = []
  let wake: () => void = () => undefined
  const project = createProject({
    ...options,
    signal: ending.signal,
    onStdout(text) {
      said.stdout += text
    },
    onStderr(text) {
      if (text !== WAITING) {
        said.stderr += text
        return
      }
      rounds.push(said)
      said = { stdout: '', stderr: '' }
      wake()
    },
  })
  for (const [name, text] of Object.entries(files)) project.write(name, text)
  const run = project.understudy('dry-run', 'plan.ts', '--watch', ...args)
  return {
    project,
    async nextRound() {
      for (;;) {
        const round = rounds.shift()
        if (round !== undefined) return round
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async [Symbol.asyncDispose]() {
      ending.abort(new Error('the test has seen enough'))
      expect(await run).toMatchObject({ exit: 0 })
      project[Symbol.dispose]()
    },
  }
}

const CLEAR = '\u001b[2J\u001b[3J\u001b[H'
const WAITING = 'Watching for changes; Ctrl-C ends\n'
