import { expect, test } from 'vitest'
import type { Report } from '../dryrun/report.js'
import { createRedactor } from '../recording/index.js'
import { redactReport } from './redact-report.js'

const SECRET = 'completed'

const REPORT: Report = {
  format: 'understudy.report/1',
  dry_run: true,
  verdict: 'pass',
  ended: SECRET,
  plan_id: `sha256:${'0'.repeat(64)}`,
  validation: {
    syntax_valid: true,
    type_errors: [],
    missing_tools: [],
    cache_hits: 0,
    cache_misses: 0,
    warnings: [`a warning about ${SECRET}`],
    findings: [{ code: SECRET, severity: 'note', certain: true, message: SECRET }],
  },
  simulated_result: { [SECRET]: [SECRET], verdict: SECRET },
  result_unknown_at: [`/${SECRET}`],
  tools_called: [`s:${SECRET}`],
  calls: [],
  unreached_calls: [],
  side_effects: [],
  reversible: true,
  estimated_duration_ms: null,
  estimate: null,
  approvals_needed: [],
  sandbox: { layers: [], capability_attempts: [{ kind: 'read', target: SECRET, allowed: false }] },
  contacted: [],
  console: [{ level: 'log', text: SECRET }],
  seed: 1,
  now: '2026-01-01T12:00:00.000Z',
}

test('a secret that is a word of the report is hidden where others speak, and nowhere else', () => {
  const redacted = redactReport(REPORT, createRedactor({ secrets: [SECRET, 'calls', '1'] }))

  expect(redacted).toMatchObject({ ended: 'completed', seed: 1, calls: [] })
  expect(redacted.validation.findings).toMatchObject([{ code: SECRET }])
  const { ended: _ended, validation, ...rest } = redacted
  expect(JSON.stringify(rest)).not.toContain(SECRET)
  expect(validation.findings[0]?.message).not.toContain(SECRET)
  expect(validation.warnings[0]).not.toContain(SECRET)
})

test('why a server was not copied is what somebody said, and a reason to approve is a word of ours', () => {
  const redacted = redactReport(
    {
      ...REPORT,
      approvals_needed: [{ call: 1, tool: 's:t', why: 'destructive' }],
      copies: {
        servers: [],
        not_copied: [{ server: 's', why: `it did not start there: ${SECRET}` }],
        network_attempts: {},
        partly: [{ root: '/data', why: SECRET }],
      },
    },
    createRedactor({ secrets: [SECRET, 'destructive'] }),
  )

  expect(redacted.approvals_needed[0]?.why).toBe('destructive')
  expect(JSON.stringify(redacted.copies)).not.toContain(SECRET)
})

test('a secret in a path or a diff is hidden, and the form of a file effect stays', () => {
  const state = { kind: 'folder', mode: '0644', bytes: 1, digest: `sha256:${'0'.repeat(64)}` } as const
  const file = { change: 'renamed', before: state, after: state } as const
  const redacted = redactReport(
    {
      ...REPORT,
      effects: {
        files: [
          { ...file, path: `a/${SECRET}`, from: `b/${SECRET}`, diff: `@@ -1,1 +1,1 @@\n-${SECRET}\n+x` },
        ],
        late: [],
        own: [SECRET],
      },
      contacted: [{ server: 's', for: 'tools/list', in: 'copy' }],
    },
    createRedactor({ secrets: [SECRET, 'renamed', 'folder', '0644', 'copy', '0'.repeat(64)] }),
  )

  expect(redacted.effects?.files[0]).toMatchObject(file)
  expect(redacted.contacted).toEqual([{ server: 's', for: 'tools/list', in: 'copy' }])
  expect(JSON.stringify(redacted.effects)).not.toContain(SECRET)
})
