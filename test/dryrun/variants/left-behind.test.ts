/** What a program puts on the global object or on prototypes is there for its next run in the same guest, and was there in no real run. */
import { expect, test } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import type { ServerTools } from '../../../src/registry/index.js'
import { verifies } from '../../verifies.js'
import { oneSandbox } from '../one-sandbox.js'

verifies('rehearsal:guesses-tried')

const LIMIT = 'const a = await mcp.s.get({})\nglobalThis.limit ??= a.n\n'

test('each run of a program that keeps the first answer for all of them hears its own', async () => {
  const report = await rehearseAlone(`${LIMIT}if (globalThis.limit > 10_000) throw new Error('much')`)

  expect(report.verdict).toBe('uncertain')
})

test('what is put on a prototype once hides nothing, and is no reason to settle nothing', async () => {
  const report = await rehearseAlone(
    'Array.prototype.last ??= function () { return this.at(-1) }\nconst a = await mcp.s.get({})\nreturn [a.n].last()',
  )

  expect(report.exploration).toMatchObject({ settled: true })
  expect(report.verdict).toBe('pass')
})

const GET = {
  name: 'get',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
  annotations: { readOnlyHint: true },
} as const
const SERVERS: readonly ServerTools[] = [{ server: 's', tools: [GET] }]

async function rehearseAlone(plan: string) {
  return await rehearse(plan, { sandbox: await oneSandbox(), tools: SERVERS, fileName: 'plan.js' })
}
