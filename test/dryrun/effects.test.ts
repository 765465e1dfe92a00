/** An effect is known or unknown, never guessed from a name: in side effects, by `--fail-on`, and past no policy. */
import { expect, test } from 'vitest'
import { stub } from '../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../src/dryrun/index.js'
import type { ToolAnnotations } from '../../src/protocol/index.js'
import { isFailed, renderText } from '../../src/report/index.js'
import { verifies } from '../verifies.js'
import { oneGuest } from './one-guest.js'

verifies('rehearsal:effects-are-known')

const CALLS: readonly (readonly [string, object])[] = [
  ['query', { sql: 'DROP TABLE users' }],
  ['run_query', { sql: 'DELETE FROM users' }],
  ['search_and_replace', { from: 'a', to: 'b' }],
  ['check_out', { book: 7 }],
  ['fetch', { url: 'https://a.test', method: 'DELETE' }],
  ['get_and_forget', {}],
]

test.each(CALLS)('%s is of unknown effect while nobody says what it does', async (name, args) => {
  const report = await rehearseCall(name, args)

  expect(report.side_effects).toMatchObject([{ effect: 'unknown', evidence: 'none', certain: false }])
  expect(report.side_effects[0]?.text).toMatch(/^may change /)
  expect(report.reversible).toBeNull()
  expect(report.approvals_needed).toMatchObject([{ why: 'unknown' }])
  expect(isFailed(report, 'write')).toBe(true)
  expect(isFailed(report, 'destructive')).toBe(true)
  expect(renderText(report, { fileName: 'plan.js', source: '' })).toContain(
    `- { tools: "db:${name}", effect: read }`,
  )
})

test.each(CALLS)('%s does not get past a policy that stops writes', async (name, args) => {
  const policy = {
    rules: [{ tools: '*', decision: 'deny', when_effect: ['write', 'destructive', 'external'] }],
  } as const
  const named = { rules: [{ tools: `db:${name}`, effect: 'read' }, ...policy.rules] } as const

  expect((await rehearseCall(name, args, { policy })).verdict).toBe('fail')
  expect(await rehearseCall(name, args, { policy: named })).toMatchObject({
    verdict: 'pass',
    side_effects: [],
    reversible: true,
  })
})

test.each(['delete_all', 'send_mail', 'write_file'])(
  '%s is a read where its server says so',
  async (name) => {
    const report = await rehearseCall(name, {}, {}, { readOnlyHint: true })

    expect(report).toMatchObject({
      side_effects: [],
      approvals_needed: [],
      reversible: true,
      verdict: 'pass',
    })
    expect(isFailed(report, 'write')).toBe(false)
  },
)

test.each<[ToolAnnotations, string]>([
  [{ readOnlyHint: false }, 'may write a.md through db:save'],
  [{ destructiveHint: false }, 'may write a.md through db:save'],
  [{ destructiveHint: true }, 'may overwrite or delete a.md through db:save'],
])('what %j does is told by what was declared, never by a default', async (annotations, text) => {
  const report = await rehearseCall('save', { path: 'a.md' }, {}, annotations)

  expect(report.side_effects).toMatchObject([{ text, evidence: 'annotation' }])
})

async function rehearseCall(
  name: string,
  args: object,
  options: Partial<RehearseOptions> = {},
  annotations?: ToolAnnotations,
): Promise<Report> {
  const tool = { name, inputSchema: { type: 'object' }, ...(annotations && { annotations }) }
  return rehearse(`return await mcp.db.${name}(${JSON.stringify(args)})`, {
    sandbox: await oneGuest(),
    ...{ tools: [{ server: 'db', tools: [tool] }], fileName: 'plan.js', now: 0 },
    stubs: [stub(`db:${name}`, { result: 'done' })],
    ...options,
  })
}
