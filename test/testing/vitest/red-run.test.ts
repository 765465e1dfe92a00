/** A real run of vitest that fails in every way: what it prints, and that no server stays behind. */
import { beforeAll, describe, expect, it } from 'vitest'
import { NOTES_ITS_PID, runVitest, type VitestRun } from './run-vitest.js'

const HEAD = `
import { expect } from 'vitest'
import { describeServer, mcpTest } from 'mcp-understudy/vitest'
const server = { command: ${JSON.stringify([process.execPath, NOTES_ITS_PID])}, env: { PIDS: process.cwd() + '/pids' } }
`

const FAILURES = `${HEAD}
const test = mcpTest(server)
test('a matcher', async ({ mcp }) => {
  await expect(mcp.callTool('fail', { query: 'x' })).toSucceed().toContainText('found')
})
test('a path', async ({ mcp }) => {
  expect(await mcp.callTool('state')).toSucceed()
    .toHaveStructured('/state/index', 'ready')
})
test('an expectation of vitest', async ({ mcp }) => {
  await mcp.callTool('fail')
  expect('own expectation').toBe('other')
})
test('a time limit', { timeout: 3000 }, async ({ mcp }) => {
  await mcp.callTool('hang')
})
test('a server that dies', async ({ mcp }) => {
  await mcp.callTool('die')
})
mcpTest({ command: ['node', '-e', 'for (let i = 1; i < 60; i++) console.error("line " + i + "."); process.exit(7)'] })('a server that never starts', async ({ mcp }) => {})
test('a chain that nobody awaits', async ({ mcp }) => {
  expect(mcp.callTool('echo', { message: 'ignored' })).toContainText('not there')
})
test('every one of two soft failures', async ({ mcp }) => {
  await expect.soft(mcp.callTool('echo', { message: 'a' })).toContainText('first soft').toContainText('second soft')
})
test('a fixture that nobody declared', async ({ mcp, project }) => {})
test('a time limit that is over before the server has started', { timeout: 20 }, async ({ mcp }) => {
  await mcp.ping()
})
mcpTest({ command: 'node server.mjs' })('a command in one string', async ({ mcp }) => {})
`

const LOOKED_AFTER = `${HEAD}
const test = mcpTest({ ...server, project: { files: { 'unread.txt': '' } }, vacuity: 'error', liveness: 'error' })
test('an assertion that proves nothing', async ({ mcp }) => {
  await expect(mcp.callTool('echo', { message: 'any' })).toContainText(/^/)
})
`

const MISSPELT = `${HEAD}
import { useCassette } from 'mcp-understudy/vitest'
useCassette({ ...server, record: 'onse' })
`

const MISUSED = `${HEAD}
describeServer({ name: 'one way', ...server }, { transports: ['stdio', 'http'] }, (test) => {
  test('never declared', () => {})
})
`

/** One leaves by a signal that nobody can handle, the other by an error that nobody catches. */
const KILLED = `${HEAD}
const test = mcpTest({ ...server, scope: 'file' })
test('kills its own process', async ({ mcp }) => {
  await mcp.callTool('echo', { message: 'x' })
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
})
`
const THROWS_LATER = `${HEAD}
const test = mcpTest(server)
test('throws when nobody listens', async ({ mcp }) => {
  await mcp.callTool('echo', { message: 'x' })
  process.nextTick(() => { throw new Error('thrown where nobody catches') })
  await mcp.callTool('hang', {}, { timeout: 200 }).catch(() => {})
})
`

describe('a red run', () => {
  let run: VitestRun
  beforeAll(async () => {
    run = await runVitest({
      'failures.test.ts': FAILURES,
      'looked-after.test.ts': LOOKED_AFTER,
      'misspelt.test.ts': MISSPELT,
      'misused.test.ts': MISUSED,
      'killed.test.ts': KILLED,
      'throws-later.test.ts': THROWS_LATER,
    })
  })

  it('ends with an error, and with no server left', () => {
    expect(run.exit).toBe(1)
    expect(run.pids.length).toBeGreaterThanOrEqual(10)
  })
  it('shows what the tool said, the arguments, the frames and standard error where a matcher fails', () => {
    const shown = failure(run, 'a matcher')

    expect(shown).toContain('Expected "fail" to succeed, found a tool error: cannot search: index missing')
    expect(shown).toContain('Arguments: {"query":"x"}')
    expect(shown).toMatch(/Last frames:[\s\S]*→ #\d+ tools\/call \{"name":"fail"/)
    expect(shown).toMatch(/Standard error:\n\s+│ the index is gone/)
    expect(shown).toMatch(/❯ failures\.test\.ts:\d+:\d+/)
  })
  it('shows the path of what differs', () => {
    const shown = failure(run, 'a path')

    expect(shown).toMatch(/\/state\/index/)
    expect(shown).toMatch(/"missing"/)
    expect(shown).toContain(".toHaveStructured('/state/index', 'ready')")
  })
  it('shows frames and standard error where something else fails', () => {
    const shown = failure(run, 'an expectation of vitest')

    expect(shown).toMatch(/expected 'own expectation' to be 'other'/)
    expect(shown).toMatch(/Last frames:[\s\S]*Standard error:\n\s+│ the index is gone/)
    expect(shown).not.toContain('the connection ended')
  })
  it('shows the call that a test waited for when its time was up', () => {
    expect(failure(run, 'a time limit')).toMatch(
      /timed out in 3000ms[\s\S]*→ #\d+ tools\/call \{"name":"hang"/,
    )
  })
  it('says how long a server took to start when that used up the time, and what to do', () => {
    expect(failure(run, 'a time limit that is over before the server has started')).toMatch(
      /timed out in 20ms[\s\S]*\n {2}Hint: the server took [\d.]+ m?s to start; set a longer testTimeout/,
    )
  })
  it('shows how a server died', () => {
    const shown = failure(run, 'a server that dies')

    expect(shown).toMatch(/it exited with code 7[\s\S]*out of cheese/)
    expect(shown.match(/out of cheese/g)).toHaveLength(1)
    expect(shown).toMatch(/❯ failures\.test\.ts:\d+:\d+/)
  })
  it('shows the first and the last that a server said which does not start, once', () => {
    const shown = failure(run, 'a server that never starts')

    expect(shown.match(/line \d+\./g)).toHaveLength(20)
    for (const line of ['line 1.', 'line 5.', 'line 45.', 'line 59.']) expect(shown).toContain(line)
  })
  it('hears of a chain that nobody awaits', () => {
    expect(failure(run, 'a chain that nobody awaits')).toContain('"not there"')
  })
  it('shows every soft failure', () => {
    expect(run.output).toMatch(/"first soft"[\s\S]*"second soft"/)
  })
  it('says what a fixture needs, and what to do', () => {
    const shown = failure(run, 'a fixture that nobody declared')

    expect(shown).toContain('the tests have none')
    expect(shown).toMatch(/\n {2}Hint: give mcpTest the option "project"/)
  })
  it('says what to do about a server that cannot be started', () => {
    expect(failure(run, 'a command in one string')).toMatch(/a space may part arguments[\s\S]*\n {2}Hint: /)
  })
  it('fails for an assertion that proves nothing, and for a fixture file that no server opened, where that is asked', () => {
    expect(failure(run, 'an assertion that proves nothing')).toMatch(
      /toContainText\(\/\^\/\).* proves nothing/,
    )
    expect(run.output).toContain(
      'AssertionError: No server ever opened 1 fixture file of its project: unread.txt',
    )
  })
  it('refuses a transport that the server gives no way to', () => {
    expect(run.output).toMatch(
      /Cannot describe "one way": it gives no way over http\n {2}Hint: give it "http"/,
    )
  })
  it('refuses a way to record that there is not, and says which there are', () => {
    expect(run.output).toMatch(
      /Cannot record as the option record: "onse" says\n {2}Hint: it is one of once, new-episodes, none, all/,
    )
  })
})

/** What is printed for one failed test, up to the next one. */
function failure({ output }: VitestRun, title: string): string {
  const [, shown = ''] = output.split(new RegExp(`FAIL [^\\n]* > ${title}\\n`))
  return shown.split(/⎯{10,}/)[0] ?? ''
}
