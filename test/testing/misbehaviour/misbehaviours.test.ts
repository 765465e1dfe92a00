/** What our client makes of each misbehaving server, and of the nearest one that does nothing wrong. */
import { describe, expect, it } from 'vitest'
import { MockMCPClient, startHttpServer } from '../../../src/testing/index.js'
import { countedWaits } from '../../fixtures/counted-waits.js'
import { fixture, isRunning } from '../../fixtures/start-server.js'
import { verifies } from '../../verifies.js'
import { type Misbehaviour, type Play, told } from './misbehaviour.js'
import { MISBEHAVIOURS } from './misbehaviours.js'

verifies('client:example-unknown-tool', 'client:example-invalid-arguments')

describe.each(MISBEHAVIOURS)('client of $server', (row) => {
  it(row.what, async () => {
    const seen = await play(row.server, row)

    expect(seen.result).toEqual(row.expected)
    expect(seen.frames.slice(-row.frames.length)).toMatchObject(row.frames)
    expect(seen.complaints).toEqual(row.complaints ?? [])
    expect(seen.waitedMs).toBeLessThan(row.deadlineMs)
    expectViolations(seen.violations, row.violates ?? [])
  })

  it(`finds no fault in ${row.control.server}`, async () => {
    const seen = await play(row.control.server, row)

    expect(seen.result).toEqual(row.control.expected)
    expect(seen).toMatchObject({ complaints: [], violations: [] })
    expect(seen.waitedMs).toBeLessThan(row.deadlineMs)
  })
})

interface Seen {
  readonly result: unknown
  readonly frames: readonly unknown[]
  readonly complaints: readonly string[]
  readonly violations: readonly string[]
  readonly waitedMs: number
}

async function play(server: string, row: Misbehaviour): Promise<Seen> {
  const { command, args = [] } = fixture(server)
  if (!server.startsWith('http-')) return watch({ command: [command, ...args] }, row)
  await using http = await startHttpServer({ command: [command, ...args] })
  return await watch({ url: http.url }, row)
}

async function watch(target: Target, row: Misbehaviour): Promise<Seen> {
  const clock = countedWaits()
  const client = await MockMCPClient.start({ clock, ...row.start, ...target })
  try {
    const result = await (row.play ?? callEcho)(client)
    await client.stop()
    return { result, ...seenBy(client), waitedMs: clock.ranOutMs() }
  } finally {
    await client.stop()
    if ('command' in target) expect(isRunning(client.pid ?? process.pid)).toBe(false)
  }
}

type Target = { readonly command: readonly [string, ...string[]] } | { readonly url: string }

const callEcho: Play = (client) => told(client.callTool('echo', { message: 'hello' }))

function seenBy({ frames, complaints, violations }: MockMCPClient): Omit<Seen, 'result' | 'waitedMs'> {
  return {
    frames: frames.flatMap((event) => {
      if (event.kind === 'noise') return [event.noise.line]
      return event.kind === 'received' ? [event.message] : []
    }),
    complaints: complaints.map(({ kind }) => kind),
    violations: violations.map(({ side, text }) => `${side}: ${text}`),
  }
}

function expectViolations(found: readonly string[], expected: readonly RegExp[]): void {
  expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
  expect(expected.filter((pattern) => !found.some((text) => pattern.test(text)))).toEqual([])
}
