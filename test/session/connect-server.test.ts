import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { connectServer } from '../../src/session/index.js'
import { fixture } from '../fixtures/start-server.js'

const PROBE_MS = 1
const clientInfo = { name: 'test', version: '0.0.0' }

describe('connecting to a server whose era is not known', () => {
  it.each([
    ['exits-on-discover', 2],
    ['nonsense-on-discover', 1],
    ['silent-on-discover', 1],
    ['modern-echo', 1],
  ])('connects to %s with %i process(es)', async (name, processes) => {
    const ends: string[] = []
    const session = await connectServer(fixture(name), {
      clientInfo,
      era: 'auto',
      tap: (event) => event.kind === 'closed' && ends.push(event.end.kind),
    })

    expect(session.era).toBe(name === 'modern-echo' ? 'modern' : 'legacy')
    expect(await session.callTool('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] })
    await session.close()
    expect(ends).toHaveLength(processes)
  })

  it.each([
    ['official-both-eras', 'legacy'],
    ['modern-echo', 'modern'],
  ])('gets on with %s, which starts slower than the probe waits, in the era %s', async (name, era) => {
    await using session = await connectServer(fixture(name), {
      ...{ clientInfo, era: 'auto', probeTimeoutMs: PROBE_MS },
      // Over at once: on a busy machine a server may be started, and answer, before a millisecond is told.
      clock: {
        ...systemClock,
        sleep: (ms, signal) => (ms === PROBE_MS ? Promise.resolve() : systemClock.sleep(ms, signal)),
      },
    })

    expect(session.era).toBe(era)
    expect(await session.callTool('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] })
  })
})
