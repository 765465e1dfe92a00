/**
 * What the compiler says to uses of the matchers: each line that it must refuse stands under `@ts-expect-error`, which is an error
 * of its own where the line is accepted.
 */
import { expect, expectTypeOf, it } from 'vitest'
import type { Report } from '../../../src/dryrun/index.js'
import type { RunReport } from '../../../src/gateway/runs/run-report.js'
import type { MCPResponse, MockMCPClient } from '../../../src/testing/index.js'
import { describeServer, type McpTest, mcpTest } from '../../../src/testing/vitest/index.js'

it('the compiler takes matchers in a chain, and knows what it resolves with', () => {
  expectTypeOf(chains).returns.resolves.toEqualTypeOf<MCPResponse>()
})

async function chains(mcp: MockMCPClient, response: MCPResponse): Promise<MCPResponse> {
  expect(response).toSucceed().toContainText('a', /b/).not.toFail().toHaveProperty('content')
  expect.soft(response).toSucceed().toContainText('a')
  await expect(mcp.callTool('a')).toSucceed().not.toContainText('a').toHaveBlock('text')
  await expect(mcp.callTool('a')).resolves.toSucceed()
  await expect.poll(() => mcp.callTool('a')).toSucceed()
  await expect(mcp.listTools()).toListTool('a')
  expect(await mcp.listTools()).toListTool('a')
  expect({ a: response }).toEqual({ a: expect.toSucceed() })
  return expect(mcp.callTool('a')).toSucceed()
}

it('the compiler refuses what cannot hold', () => {
  expectTypeOf(mistakes).parameter(0).toEqualTypeOf<MockMCPClient>()
})

async function mistakes(mcp: MockMCPClient, response: MCPResponse): Promise<void> {
  // @ts-expect-error: a text is no answer
  expect(response.content).toContainText('a')
  // @ts-expect-error: a list of tools is no answer
  expect(await mcp.listTools()).toSucceed()
  // @ts-expect-error: nor is the promise of one
  await expect(mcp.listTools()).toSucceed()
  // @ts-expect-error: an answer lists no tools
  expect(response).toListTool('a')
  // @ts-expect-error: a number is no pattern
  expect(response).toContainText(5)
  // @ts-expect-error: nor is it one on a promise
  await expect(mcp.callTool('a')).toSucceed().toContainText(5)
  // @ts-expect-error: there is no such matcher
  expect(response).toSucceed().toExcel()
  // @ts-expect-error: the code of a JSON-RPC error is a number
  expect(response).toBeRpcError('-32602')
}

it('the compiler takes matchers of reports on reports alone', () => {
  expectTypeOf(onReports).parameter(1).toEqualTypeOf<RunReport>()
})

async function onReports(report: Report, run: RunReport): Promise<void> {
  expect(report)
    .toRehearseCleanly({ allowUncertain: true })
    .toCallOnly('files:*', /^memory:/)
  await expect(Promise.resolve(report)).not.toHaveNoEffects({ except: 'files:write' }).toRehearseCleanly()
  expect(run).toCallOnly('files:*', { orNothing: true })
  // @ts-expect-error: a real run was not rehearsed
  expect(run).toRehearseCleanly()
  // @ts-expect-error: nor does its report list effects
  expect(run).toHaveNoEffects()
  // @ts-expect-error: a report is no answer
  expect(report).toSucceed()
  // @ts-expect-error: a number names no tool
  expect(report).toCallOnly(7)
}

it('the compiler knows the fixtures and the options', () => {
  expectTypeOf(declares).returns.toEqualTypeOf<McpTest>()
})

function declares(): McpTest {
  const test = mcpTest({ command: ['node', 'server.js'], env: (project) => ({ HOME: project.folder }) })
  test('a', async ({ mcp, project, startClient, task }) => {
    expectTypeOf(mcp).toEqualTypeOf<MockMCPClient>()
    expectTypeOf(project.folder).toEqualTypeOf<string>()
    expectTypeOf(await startClient({ host: 'claude-code' })).toEqualTypeOf<MockMCPClient>()
    expectTypeOf(task.name).toEqualTypeOf<string>()
  })
  test.skip('b', ({ mcp }) => void mcp)
  test.each([1, 2])('c %i', (n) => void expectTypeOf(n).toEqualTypeOf<number>())
  test.for([1, 2])('d %i', (n, { mcp }) => void [n, mcp])
  // @ts-expect-error: there is no such fixture
  test('e', ({ client }) => void client)
  // @ts-expect-error: exactly one server
  mcpTest({ scope: 'file' })
  // @ts-expect-error: no such scope
  mcpTest({ command: 'server', scope: 'session' })
  describeServer({ name: 'a', command: 'server' }, { eras: ['modern'] }, (each) =>
    each('f', ({ mcp }) => void mcp),
  )
  // @ts-expect-error: no such transport
  describeServer({ name: 'a', command: 'server' }, { transports: ['pigeon'] }, () => undefined)
  return test
}
