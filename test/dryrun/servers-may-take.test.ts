import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/index.js'
import { stub } from '../../src/call/index.js'
import { rehearse } from '../../src/dryrun/index.js'
import { createGateway, type Gateway } from '../../src/gateway/index.js'
import { summaryLines } from '../../src/report/summary.js'
import { type OfficialServer, officialServer } from '../fixtures/official-servers.js'
import { fixture } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'
import { NOW, recordedCalls } from './recorded-world.js'
import { rehearseShop } from './shop.js'

verifies('rehearsal:servers-may-take', 'gateway:server-judges')

const SERVERS = {
  // On version 1 of the official SDK, with the ways of public servers to take more than they say.
  lax: fixture('takes-more'),
  // Holds all arguments against the schema itself.
  v2: fixture('sdk-v2'),
  everything: official('server-everything', 'stdio'),
  files: official('server-filesystem', tmpdir()),
}

let gateway: Gateway
/** Hands every call on as it is: what the servers themselves say. */
let unchecked: Gateway
beforeAll(async () => {
  gateway = await createGateway({ config: { mcpServers: SERVERS }, copy: 'never' })
  unchecked = await createGateway({ config: { mcpServers: SERVERS }, mode: 'pass-through' })
})
afterAll(async () => {
  await gateway.close()
  await unchecked.close()
})

type Call = readonly [why: string, tool: string, args: JsonObject]

describe('a server takes', () => {
  test.each<Call>([
    ['a call without a member that has a default', 'lax:screenshot', { type: 'png' }],
    [
      'one without a nested member that has a default',
      'lax:screenshot',
      { type: 'png', scale: 'css', clip: { width: 1 } },
    ],
    ['a member it does not know', 'lax:screenshot', { type: 'png', scale: 'css', quality: 1 }],
    [
      'a nested member it does not know',
      'lax:screenshot',
      { type: 'png', scale: 'css', clip: { width: 1, height: 1, x: 0 } },
    ],
    ['a text for a whole number', 'lax:think', { thought: 'a', number: '5', needed: true }],
    ['a text with a point for a whole number', 'lax:think', { thought: 'a', number: '5.0', needed: true }],
    ['a word for a truth value', 'lax:think', { thought: 'a', number: 5, needed: 'true' }],
    ['a number for a text', 'lax:think', { thought: 7, number: 5, needed: true }],
    ['a truth value for a text', 'lax:think', { thought: true, number: 5, needed: true }],
    ['a truth value for a number', 'lax:think', { thought: 'a', number: true, needed: true }],
    ['null for a member that may be missing', 'lax:search', { query: 'a', limit: null }],
    ['JSON text for a list', 'lax:search', { query: 'a', paths: '["b","c"]' }],
    ['a text that breaks its format', 'lax:search', { query: 'a', mail: 'nobody' }],
    ['items that are there twice', 'lax:search', { query: 'a', tags: [1, 1] }],
  ])('%s', async (_why, tool, args) => {
    const plan = planOf(tool, args)
    const rehearsed = await gateway.executeDag(plan, { dry_run: true })
    const real = await gateway.executeDag(plan)

    expect(real).toMatchObject({ ended: 'completed', calls: [{ outcome: 'result' }] })
    expect(real.findings).toMatchObject([{ code: 'ARGUMENT_INVALID', severity: 'warning', certain: false }])
    expect(rehearsed.verdict).toBe('uncertain')
    expect(rehearsed.validation.type_errors).toMatchObject([{ tool, certain: false }])
    expect(rehearsed.calls[0]?.source).not.toBe('schema')
  })
})

describe('no server takes', () => {
  test.each<Call>([
    ['a call without a member that has no default', 'lax:think', { thought: 'a', needed: true }],
    [
      'one without a nested member that has no default',
      'lax:screenshot',
      { type: 'png', scale: 'css', clip: { height: 1 } },
    ],
    ['another word than those of a list', 'lax:screenshot', { type: 'png', scale: 'CSS' }],
    ['a text that is no number', 'lax:think', { thought: 'a', number: 'five', needed: true }],
    ['a text that is no whole number', 'lax:think', { thought: 'a', number: '5.5', needed: true }],
    ['a word that is no truth value', 'lax:think', { thought: 'a', number: 5, needed: 'perhaps' }],
    ['an object for a text', 'lax:search', { query: { text: 'a' } }],
    ['null for a member that has to be there', 'lax:search', { query: null }],
    ['a text that is no JSON for a list', 'lax:search', { query: 'a', paths: 'b' }],
    ['a number that is too small', 'lax:think', { thought: 'a', number: 0, needed: true }],
    ['both a member too many and one too few', 'lax:think', { thought: 'a', needed: true, more: 1 }],
    ['a list for a number, version 2', 'v2:add', { a: [1], b: 2 }],
    ['a text that is too short, version 2', 'v2:show', { caption: '' }],
    ['an unknown word, server-everything', 'everything:get-structured-content', { location: 'Paris' }],
    ['a missing number, server-everything', 'everything:get-sum', { a: 1 }],
    ['a list for a text, server-filesystem', 'files:list_directory', { path: [tmpdir()] }],
    ['no list, server-filesystem', 'files:read_multiple_files', { paths: tmpdir() }],
  ])('%s', async (_why, tool, args) => {
    const plan = planOf(tool, args)
    const rehearsed = await gateway.executeDag(plan, { dry_run: true })
    const real = await gateway.executeDag(plan)
    const { outcome } = await unchecked.callTool(tool, args)

    expect(outcome.kind).toMatch(/^(tool|rpc)-error$/)
    expect(real).toMatchObject({ ended: 'never_started', calls: [] })
    expect(real.findings).toContainEqual(
      expect.objectContaining({ code: 'ARGUMENT_INVALID', severity: 'error', certain: true }),
    )
    expect(rehearsed.verdict).toBe('fail')
    expect(rehearsed.validation.type_errors.some(({ certain }) => certain)).toBe(true)
    expect(rehearsed.calls[0]).toMatchObject({ outcome: 'tool-error', source: 'schema' })
  })
})

describe('a call that a server may take', () => {
  test('is answered by a stub, and passes for nothing', async () => {
    const report = await rehearseShop("return await mcp.shop.buy_item({ id: '7' })", {
      stubs: [stub('shop:buy_item', { result: { ok: true } })],
    })

    expect(report).toMatchObject({
      verdict: 'uncertain',
      ended: 'completed',
      simulated_result: { ok: true },
      calls: [{ source: 'stub' }],
      side_effects: [{ call: 1 }],
    })
    expect(report.validation.type_errors).toMatchObject([
      {
        ...{ pointer: '/id', line: 1, call: 1, certain: false },
        text: 'shop:buy_item: "/id" must be an integer, found a string; some servers convert such a value',
      },
    ])
    expect(summaryLines(report)[0]).toBe('Nothing is provably wrong, but 1 argument may be refused.')
  })

  test('is answered by its recording', async () => {
    const properties = { query: { type: 'string' }, limit: { type: 'integer', default: 10 } }
    const inputSchema = { type: 'object', properties, required: ['query', 'limit'] }
    const tools = [
      { server: 's', tools: [{ name: 'search', inputSchema, annotations: { readOnlyHint: true } }] },
    ]
    const args = { query: 'a' }
    await using store = await recordedCalls(tools, [
      { server: 's', tool: 'search', arguments: args, says: 'found' },
    ])

    const report = await rehearse(planOf('s:search', args), {
      ...{ tools, fileName: 'plan.json', now: NOW, store },
    })

    expect(report).toMatchObject({ verdict: 'uncertain', calls: [{ source: 'recording', value: 'found' }] })
  })

  test('is refused where the policy is strict, as a real run would', async () => {
    const report = await rehearseShop("return await mcp.shop.buy_item({ id: '7' })", {
      stubs: [stub('shop:buy_item', { result: { ok: true } })],
      policy: { rules: [], validation: 'strict' },
    })

    expect(report).toMatchObject({ verdict: 'fail', calls: [{ source: 'schema' }], side_effects: [] })
    expect(report.validation.type_errors).toMatchObject([{ pointer: '/id', certain: true }])
  })
})

function planOf(tool: string, args: JsonObject): string {
  return JSON.stringify({ tasks: [{ id: 'a', tool, arguments: args }] })
}

function official(name: OfficialServer, ...args: readonly string[]) {
  return { command: process.execPath, args: [officialServer(name), ...args] }
}
