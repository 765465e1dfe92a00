// One call a test, on one server for all of them: writes to the file RESULT how many milliseconds the tests took.
import { writeFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { mcpTest } from '../../dist/testing/vitest/index.js'

const command = JSON.parse(process.env.COMMAND)
const test = mcpTest({ command, scope: 'file' })

// Starts the server.
test('the first call', ({ mcp }) => mcp.callTool('echo', { message: 'hello' }))

let startMs
for (let i = 0; i < Number(process.env.COUNT); i++)
  test(`call ${i}`, async ({ mcp }) => {
    startMs ??= performance.now()
    expect(await mcp.callTool('echo', { message: 'hello' })).toSucceed()
  })

afterAll(() => writeFileSync(process.env.RESULT, String(performance.now() - startMs)))
