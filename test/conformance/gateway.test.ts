/** A short run of the official conformance suite through a gateway; `npm run conformance:gateway` runs all of it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { compareGateway, rowOf, summaryOf } from './gateway.mjs'
import { nodeCommand } from './suite.mjs'

verifies('gateway:conformance')

describe('what a comparison of gateways says', () => {
  const run = (...checks: readonly string[]) => new Map([['a', checks]])
  const same = run('one: SUCCESS', 'two: SUCCESS')

  it('tells a check that differs over either way', () => {
    const other = run('one: SUCCESS', 'two: FAILURE')

    expect(rowOf('a', [same, same, same]).isEqual).toBe(true)
    expect([rowOf('a', [same, other, same]).isEqual, rowOf('a', [same, same, other]).isEqual]).toEqual([
      false,
      false,
    ])
  })

  it('counts no check that it compared with nothing, and names each kind', () => {
    const whole = run('one: SUCCESS', 'stream-closed: SUCCESS', 'stream-closed: SUCCESS')
    const less = run('one: SUCCESS')
    const rows = [rowOf('a', [whole, less, less])]

    expect(summaryOf('2026-07-28', rows, 'modern')).toBe(
      '2026-07-28: 1 of 1 scenarios equal over HTTP and over stdio (1 checks compared); 2 checks are of one connection, and were not compared: stream-closed; one call was made before, which started the server behind the gateway',
    )
    expect(summaryOf('2025-11-25', [rowOf('a', [less, less, less])], 'legacy')).toBe(
      '2025-11-25: 1 of 1 scenarios equal over HTTP and over stdio (1 checks compared)',
    )
  })

  it('calls nothing equal where nothing was compared', () => {
    const only = run('stream-closed: SUCCESS')

    expect(rowOf('a', [only, only, only])).toMatchObject({ isSeen: false, isEqual: false })
    expect(rowOf('a', [run(), run(), run()])).toMatchObject({ isSeen: false, isEqual: false })
    expect(rowOf('a', [only, same, only])).toMatchObject({ isSeen: true, isEqual: false })
    expect(summaryOf('2025-11-25', [rowOf('a', [only, only, only])], 'legacy')).toBe(
      '2025-11-25: 0 of 0 scenarios equal over HTTP and over stdio (0 checks compared); 1 checks are of one connection, and were not compared: stream-closed; 1 scenarios have no other checks',
    )
  })
})

// The suite itself needs Node 22, and these tests fetch nothing.
if (nodeCommand(process)[0] === process.execPath) {
  describe('conformance of a gateway that passes everything on', () => {
    it.each([
      ['tools-call-elicitation', '2025-11-25', 'legacy'],
      ['input-required-result-multi-round', '2026-07-28', 'modern'],
    ] as const)(
      'is that of its server, check by check: %s of %s',
      async (scenario, revision, era) => {
        const rows = await compareGateway(['--scenario', scenario, '--spec-version', revision], era)

        expect(rows.map(({ isEqual, direct }) => [isEqual, direct.length > 1])).toEqual([[true, true]])
        expect([rows[0]?.http, rows[0]?.stdio]).toEqual([rows[0]?.direct, rows[0]?.direct])
      },
      120_000,
    )
  })
} else {
  it('gateway runner is judged on Node 22 and newer', () => {
    expect(nodeCommand(process)[0]).toBe('npx')
  })
}
