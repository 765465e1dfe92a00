/** Clients that are wrong: each is caught, and told apart from the others. */

import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TortureReport, TortureReportRow } from '../../src/report/index.js'
import { runTorture, TORTURE_ROWS } from '../../src/testing/index.js'
import { createProject } from '../e2e/project.js'
import { verifies } from '../verifies.js'

verifies('torture:bad-clients-caught')

const BAD = fileURLToPath(new URL('./clients/bad.mjs', import.meta.url))

describe('torture finds a client that', () => {
  it.concurrent.each([
    ['prints a constant', 'healthy', ['no-answer']],
    ['prints a constant', 'silent', ['no-error']],
    ['says nothing', 'healthy', ['no-answer']],
    ['says nothing', 'silent', ['no-error']],
    ['fails without a word', 'healthy', ['refused']],
    ['fails without a word', 'silent', ['speechless']],
    ['crashes', 'silent', ['crash']],
    ['dies by a signal', 'healthy', ['signal']],
    ['takes the first line that has a text', 'unknown-id', ['wrong-answer']],
    ['takes the first line that has a text', 'tool-error', ['wrong-answer']],
    ['sends another message', 'healthy', ['no-answer']],
    ['leaves the server', 'refuses-and-stays', ['left-running']],
  ])('%s, at the row %s', async (way, row, faults) => {
    expect(await rowOf(row, [way])).toMatchObject({ passed: false, faults })
  })

  it('hangs, and ends it', async () => {
    expect(await rowOf('silent', ['hangs'], '--timeout', '1000')).toMatchObject({
      passed: false,
      told: 'neither',
      faults: ['hang'],
      whys: ['it did not end within 1000 ms, and was killed'],
      exit_code: null,
    })
  })

  it('does the nearest thing that is right, and finds no fault in it', async () => {
    expect(await rowOf('healthy', ['takes the first line that has a text'])).toMatchObject({
      passed: true,
      told: 'answer',
      faults: [],
    })
  })
})

describe('torture', () => {
  it('tells the total first, and exits with 1', async () => {
    using project = createProject()

    const { exit, stdout, stderr } = await run(project, ['says nothing'], '--row', 'healthy', '--row', 'crlf')

    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' })
    expect(stdout).toMatch(/^WRONG\s+.*\n {2}2 rows: 0 right, 2 wrong\.\n\nWrong \(2\)\n {2}healthy\n/)
    expect(stdout).toContain('    it exited with code 0 without the answer\n')
  })

  it('lists its rows without a client', async () => {
    using project = createProject()

    const { exit, stdout } = await project.understudy('torture', '--list', '--era', 'all', '--format', 'json')

    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toContainEqual({
      id: 'silent-call',
      era: 'legacy',
      does: 'never answers the call',
      right: 'error',
      deadline_ms: 30_000,
    })
    expect((await project.understudy('torture', '--list', '--row', 'healthy')).stdout).toBe(
      '1 row\n\nhealthy: answer\n  the server does nothing wrong\n',
    )
  })

  it.each([
    [['torture'], 2, 'Cannot run a client without a command'],
    [['torture', '--row', 'healty', '--', 'x'], 2, 'did you mean "healthy"?'],
    [['torture', '--jobs', '0', '--', 'x'], 2, 'Cannot use --jobs "0"'],
    [['torture', '--row', 'healthy', '--', './no-such-client'], 3, 'no-such-client'],
  ])('refuses %j with exit code %d', async (args, exit, words) => {
    using project = createProject()

    const run = await project.understudy(...args)

    expect({ exit: run.exit, stdout: run.stdout }).toEqual({ exit, stdout: '' })
    expect(run.stderr).toContain(words)
  })

  it('tells that there is no folder for temporary files', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, '/no/such/folder')

    const running = runTorture({ client: ['x'], rows: TORTURE_ROWS.slice(0, 1) })

    await expect(running).rejects.toMatchObject({
      code: 'WRITE_FILE_FAILED',
      message: expect.stringContaining('Cannot make a folder for a server in "/no/such/folder"'),
    })
  })

  it('ends the client when it is interrupted', async () => {
    const interrupted = new AbortController()
    using project = createProject({ signal: interrupted.signal })

    const running = run(project, ['hangs'], '--row', 'silent')
    interrupted.abort(new Error('Interrupted by SIGINT'))

    expect(await running).toEqual({ exit: 1, stdout: '', stderr: 'Error: Interrupted by SIGINT\n' })
  })
})

async function rowOf(
  row: string,
  client: readonly string[],
  ...options: readonly string[]
): Promise<TortureReportRow | undefined> {
  using project = createProject()
  const { stdout } = await run(project, client, '--row', row, '--format', 'json', ...options)
  // The command has just written it.
  return (JSON.parse(stdout) as TortureReport).rows[0]
}

function run(
  project: ReturnType<typeof createProject>,
  client: readonly string[],
  ...options: readonly string[]
): ReturnType<typeof project.understudy> {
  return project.understudy('torture', ...options, '--', process.execPath, BAD, ...client)
}
