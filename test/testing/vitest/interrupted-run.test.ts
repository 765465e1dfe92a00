/** vitest is ended from outside, alone, as a CI system does: its workers and their servers must not go on. */
import { expect, it } from 'vitest'
import { fixtureServer, runVitest } from './run-vitest.js'

/** The server goes on when its standard input ends, and ignores SIGTERM. */
const HANGS = `
import { appendFileSync } from 'node:fs'
import { mcpTest } from 'mcp-understudy/vitest'
const test = mcpTest({ command: ${JSON.stringify([process.execPath, fixtureServer('ignores-sigterm')])}, stdio: { graceMs: 100 } })
test('never ends', { timeout: 600_000 }, async ({ mcp }) => {
  appendFileSync('pids', String(mcp.pid))
  await new Promise(() => {})
})
`

it('a run that is ended from outside leaves no server behind', async () => {
  const { pids } = await runVitest({ 'hangs.test.ts': HANGS }, 'SIGTERM')

  expect(pids).toHaveLength(1)
})
