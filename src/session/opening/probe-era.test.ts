import { describe, expect, it } from 'vitest'
import {
  LEGACY_SERVER,
  MODERN_SERVER,
  openScripted,
  type Reply,
  turn,
} from '../../../test/fixtures/scripted-server.js'
import { type JsonObject, manualClock } from '../../base/index.js'
import { linkedTransports } from '../../transport/index.js'
import { openSession } from '../open-session.js'

const AUTO = { era: 'auto' } as const
const error = (code: number, data?: JsonObject): Reply => ({
  error: { code, message: 'no', ...(data && { data }) },
})

describe('session that finds out the era', () => {
  it('speaks the modern era with a server that answers server/discover', async () => {
    await using server = await openScripted({}, AUTO)

    expect(server.session).toMatchObject({ era: 'modern', revision: '2026-07-28' })
    expect(server.told.map(({ method }) => method)).toEqual(['server/discover'])
  })

  it.each<[string, Reply]>([
    ['-32601', error(-32601)],
    ['-32602', error(-32602)],
    ['nonsense', 'hello'],
    ['a result that is none', { tools: [] }],
    ['the modern error without what it supports', error(-32022)],
    ['the modern error with revisions of the legacy era', error(-32022, { supported: ['2025-11-25'] })],
    ['a discovery with revisions of the legacy era', { ...MODERN_SERVER, supportedVersions: ['2025-06-18'] }],
  ])('speaks the legacy era on the same connection with a server that answers %s', async (_, reply) => {
    await using server = await openScripted({ 'server/discover': () => reply }, AUTO)

    expect(server.session).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
    expect(server.told.map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
    ])
  })

  it.each([AUTO, { era: 'modern' } as const])(
    'asks once more where a server refuses the revision that it names ($era)',
    async (options) => {
      const replies = [error(-32022, { supported: ['2026-07-28'], requested: '2026-07-28' }), MODERN_SERVER]

      await using server = await openScripted({ 'server/discover': () => replies.shift() }, options)

      expect(server.session.era).toBe('modern')
      expect(server.told.map(({ method }) => method)).toEqual(['server/discover', 'server/discover'])
    },
  )

  it('hints at the legacy era where a server knows no modern one', async () => {
    await expect(
      openScripted({ 'server/discover': () => error(-32601) }, { era: 'modern' }),
    ).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      hint: expect.stringContaining('legacy'),
    })
  })

  it('waits no longer than its deadline for a server that is silent', async () => {
    const clock = manualClock()
    const opening = openScripted(
      { 'server/discover': () => undefined },
      { ...AUTO, clock, probeTimeoutMs: 300 },
    )
    await turn()
    clock.advance(300)
    await using server = await opening

    expect(server.session.era).toBe('legacy')
    expect(server.told.map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
    ])
  })

  it('believes a slow server that proves the modern era after all', async () => {
    const clock = manualClock()
    let answer: (() => void) | undefined
    const opening = openScripted(
      {
        'server/discover': (_, id, say) => {
          answer = () => say({ jsonrpc: '2.0', id, result: MODERN_SERVER })
          return undefined
        },
        initialize: () => {
          answer?.()
          return error(-32022, { supported: ['2026-07-28'], requested: '2025-11-25' })
        },
      },
      { ...AUTO, clock },
    )
    await turn()
    clock.advance(1000)
    await using server = await opening

    expect(server.session.era).toBe('modern')
  })

  it.each([['2027-01-01'], [[]]])('refuses a server whose only revision is %j', async (supported) => {
    const data = { supported: [supported].flat(), requested: '2026-07-28' }

    await expect(openScripted({ 'server/discover': () => error(-32022, data) }, AUTO)).rejects.toMatchObject({
      code: 'REVISION_UNSUPPORTED',
    })
  })

  it('starts a server that exited once more, and speaks the legacy era with it', async () => {
    const [near, far] = linkedTransports()
    far.start({ message: () => void far.close(), noise: ignore, stderr: ignore, closed: ignore })
    const [near2, far2] = linkedTransports()
    far2.start({
      message(message) {
        if (typeof message === 'object' && message !== null && 'id' in message)
          void far2.send({ jsonrpc: '2.0', id: message.id ?? null, result: LEGACY_SERVER })
      },
      noise: ignore,
      stderr: ignore,
      closed: ignore,
    })
    let reopened = 0
    await using session = await openSession({
      ...AUTO,
      clientInfo: { name: 'test', version: '0' },
      transport: near,
      reopen() {
        reopened++
        return Promise.resolve(near2)
      },
    })

    expect(session.era).toBe('legacy')
    expect(reopened).toBe(1)
  })

  it('rejects when a server exits and nobody can start it again', async () => {
    const [near, far] = linkedTransports()
    far.start({ message: () => void far.close(), noise: ignore, stderr: ignore, closed: ignore })

    await expect(
      openSession({ ...AUTO, clientInfo: { name: 'test', version: '0' }, transport: near }),
    ).rejects.toMatchObject({ code: 'HANDSHAKE_FAILED' })
  })
})

describe('session of one era', () => {
  it('does not open in the modern era with a legacy server', async () => {
    await expect(
      openScripted({ 'server/discover': () => error(-32601) }, { era: 'modern' }),
    ).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
    })
  })

  it('offers the revision that it is told to, and what that revision has', async () => {
    await using server = await openScripted(
      { initialize: { ...LEGACY_SERVER, protocolVersion: '2024-11-05' } },
      {
        revision: '2024-11-05',
        handlers: {
          'roots/list': () => ({ roots: [] }),
          'elicitation/create': () => ({ action: 'decline' }),
        },
        capabilities: { experimental: { x: {} } },
      },
    )

    expect(server.session.revision).toBe('2024-11-05')
    expect(server.told[0]).toMatchObject({
      params: { protocolVersion: '2024-11-05', capabilities: { roots: {}, experimental: { x: {} } } },
    })
    expect(server.told[0]).not.toHaveProperty('params.capabilities.elicitation')
  })

  it.each([
    ['legacy', '2026-07-28'],
    ['modern', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('refuses in the era %s to offer revision %s', async (era, revision) => {
    await expect(openScripted({}, { era, revision })).rejects.toMatchObject({ code: 'USAGE' })
  })
})

function ignore(): void {
  // The script is in the messages alone.
}
