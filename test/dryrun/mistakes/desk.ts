/** A made-up server of issues, mail and files that always answers, and a way to rehearse against it in one line. */
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import type { Answerer } from '../../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../../src/dryrun/index.js'
import { createRegistry } from '../../../src/registry/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import { oneGuest } from '../one-guest.js'

const ISSUES = [
  { id: 1, title: 'Crash', author: 'Ada', labels: ['bug'], points: 3 },
  { id: 2, title: 'Slow', author: 'Bo', labels: [], points: 5 },
]

const TEXT = { type: 'string' }
const READS = { readOnlyHint: true }
const ADDS = { readOnlyHint: false, destructiveHint: false }
const SETS = { readOnlyHint: false, destructiveHint: true, idempotentHint: true }

const TOOLS: readonly Tool[] = [
  tool('list', {}, READS, () => ({ issues: ISSUES })),
  tool('get', { id: { type: 'integer' } }, READS, ({ id }) => ({ ...ISSUES[Number(id) - 1] })),
  tool('close', { id: { type: 'integer' }, reason: TEXT }, SETS, () => ({ ok: true })),
  tool('comment', { id: { type: 'integer' }, text: TEXT }, ADDS, ({ text }) => ({
    ok: true,
    text: text ?? '',
  })),
  tool('mail', { to: TEXT, subject: TEXT, body: TEXT }, ADDS, () => ({ sent: true })),
  tool('names', {}, READS, () => ({ names: ['a', 'b'] })),
  tool('read', { path: TEXT }, READS, ({ path }) => ({ content: CONTENTS[String(path)] ?? '' })),
  tool('write', { path: TEXT, content: TEXT }, SETS, () => ({ ok: true })),
  tool('find', { path: TEXT, excludePatterns: { type: 'array', items: TEXT } }, READS, () => ({ files: [] })),
  tool('put', { key: TEXT, value: {} }, SETS, () => ({ ok: true })),
  tool('free', undefined, SETS, () => ({ ok: true })),
  tool('text', {}, READS, () => JSON.stringify({ issues: ISSUES })),
]

/** Tools whose schemas say in other ways what they take. */
const ODD: readonly Tool[] = [
  odd('open', { properties: { labels: {} }, additionalProperties: true }),
  odd('strict', { properties: { path: TEXT, head: {} }, additionalProperties: false }),
  odd('many', { properties: { items: { type: 'array', items: { properties: { name: TEXT } } } } }),
  odd('map', { properties: { env: { additionalProperties: TEXT } }, patternProperties: { '^x-': TEXT } }),
  odd('either', { anyOf: [{ properties: { byId: {} } }, { properties: { byName: {} } }] }),
  odd('node', { properties: { name: TEXT, next: { $ref: '#' } } }),
  odd('parts', { allOf: [{ properties: { a: TEXT } }, { properties: { b: TEXT } }] }),
  odd('depends', { properties: { a: TEXT }, dependentSchemas: { a: { properties: { b: TEXT } } } }),
]

const CONTENTS: Readonly<Record<string, string>> = { 'a.js': 'const x = undefined\n', 'b.txt': 'plain' }

const REGISTRY = createRegistry(
  [{ server: 'desk', tools: [...TOOLS, ...ODD].map(({ definition }) => definition) }],
  createSchemaCompiler(),
)

/** The same tools of a server that says nothing of what they do. */
export const UNTYPED = createRegistry(
  [{ server: 'desk', tools: TOOLS.map(({ definition: { annotations: _, ...said } }) => said) }],
  createSchemaCompiler(),
)

/** Rehearses at a fixed time; every answer is a server's. */
export async function rehearseDesk(plan: string, options: Partial<RehearseOptions> = {}): Promise<Report> {
  return rehearse(plan, {
    ...{ tools: REGISTRY, fileName: 'plan.js', now: '2026-01-02T03:04:05.000Z', sandbox: await oneGuest() },
    answerers: [DESK],
    ...options,
  })
}

/** What is told of the plan beside what its text alone says. */
export function findingsOf({
  validation,
}: Report): readonly { readonly code: string; readonly line?: number }[] {
  return validation.findings
}

const DESK: Answerer = {
  name: 'desk',
  answer(call, next) {
    const found = [...TOOLS, ...ODD].find(({ definition }) => definition.name === call.tool)
    if (found === undefined) return next(call)
    const structured = found.answer(call.arguments ?? {})
    return Promise.resolve({
      outcome: { kind: 'result', content: [], structured },
      provenance: { source: 'live' },
    })
  },
}

interface Tool {
  readonly definition: {
    readonly name: string
    readonly inputSchema: JsonObject & { readonly type: 'object' }
    readonly annotations: Readonly<Record<string, boolean>>
  }
  answer(args: JsonObject): JsonValue
}

function tool(
  name: string,
  properties: JsonObject | undefined,
  annotations: Readonly<Record<string, boolean>>,
  answer: Tool['answer'],
): Tool {
  const inputSchema = { type: 'object', ...(properties === undefined ? {} : { properties }) } as const
  return { definition: { name, inputSchema, annotations }, answer }
}

function odd(name: string, schema: JsonObject): Tool {
  const inputSchema = { ...schema, type: 'object' } as const
  return { definition: { name, inputSchema, annotations: READS }, answer: () => ({ ok: true }) }
}
