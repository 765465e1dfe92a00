/** A short run of the official conformance suite through a gateway; `npm run conformance:gateway` runs all of it. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { compareGateway } from './gateway.mjs'
import { nodeCommand } from './suite.mjs'

verifies('gateway:conformance')

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
