/** Single calls whose arguments break a schema, through a gateway: the server judges what it may take, unless the policy is strict. */
import { describe, expect, test } from 'vitest'
import { stub } from '../../src/call/index.js'
import type { GatewayOptions } from '../../src/gateway/gateway-options.js'
import { createGateway } from '../../src/gateway/index.js'
import { verifies } from '../verifies.js'
import { connect, fixture } from './notes-gateway.js'

verifies('gateway:server-judges')

const CONFIG = { mcpServers: { lax: fixture('takes-more') } }
const STRICT = { rules: [], validation: 'strict' } as const
/** Without a member that has a default, and with text that is no number. */
const TAKEN = ['lax__screenshot', { type: 'png' }] as const
const REFUSED = ['lax__think', { thought: 'a', number: 'five', needed: true }] as const

describe('a live gateway', () => {
  test('hands on a call that a server may take, and refuses what none takes', async () => {
    const [taken, refused, missing] = await called({}, TAKEN, REFUSED, ['lax__absent', {}])

    expect(taken).toMatchObject({ kind: 'result', content: [{ text: '{"type":"png","scale":"css"}' }] })
    expect(refused).toMatchObject({ kind: 'tool-error' })
    expect(JSON.stringify(refused)).toContain('Invalid arguments for tool think')
    expect(missing).toMatchObject({ kind: 'rpc-error', code: -32602 })
  })

  test('refuses it where the policy is strict', async () => {
    const said = await called({ policy: STRICT }, TAKEN, REFUSED)

    expect(said.map((outcome) => JSON.stringify(outcome))).toEqual([
      expect.stringMatching(/tool-error.*Invalid arguments for tool screenshot/),
      expect.stringMatching(/tool-error.*Invalid arguments for tool think/),
    ])
  })
})

describe('a dry gateway', () => {
  const dry = {
    mode: 'dry',
    copy: 'never',
    stubs: [stub('lax:screenshot', { result: 'stubbed' }), stub('lax:think', { result: 'stubbed' })],
  } as const

  test('answers what a server may take, and refuses what none takes', async () => {
    const [taken, refused] = await called(dry, TAKEN, REFUSED)

    expect(taken).toMatchObject({ kind: 'result', content: [{ text: 'stubbed' }] })
    expect(refused).toMatchObject({ kind: 'tool-error' })
  })

  test('refuses both where the policy is strict', async () => {
    const said = await called({ ...dry, policy: STRICT }, TAKEN, REFUSED)

    expect(said.map(({ kind }) => kind)).toEqual(['tool-error', 'tool-error'])
  })
})

async function called(
  options: Partial<GatewayOptions>,
  ...calls: readonly (readonly [string, Readonly<Record<string, string | boolean>>])[]
) {
  await using gateway = await createGateway({ config: CONFIG, ...options })
  await using session = await connect(gateway)
  const outcomes = []
  for (const [tool, args] of calls) outcomes.push(await session.callTool(tool, args))
  return outcomes
}
