/** A made-up office: things that are made, sent and thrown away, with stubs for what they answer. */
import type { JsonObject } from '../../../src/base/index.js'
import { stub } from '../../../src/call/index.js'
import { type RehearseOptions, type Report, rehearse } from '../../../src/dryrun/index.js'
import type { Tool } from '../../../src/protocol/index.js'
import { oneGuest } from '../one-guest.js'

type Faults = NonNullable<Report['faults']>
export type Trial = Faults['trials'][number]

const text = { type: 'string' }

export const OFFICE = {
  server: 'office',
  tools: [
    tool('list', { readOnlyHint: true }, { items: { type: 'array', items: text } }),
    tool('make', { readOnlyHint: false, destructiveHint: false }, { id: text, note: text }),
    tool('send', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }),
    tool('drop', { readOnlyHint: false, destructiveHint: true }),
    tool('put', { readOnlyHint: false, destructiveHint: false, idempotentHint: true }),
  ],
}

const STUBS = [
  stub('office:list', { result: { items: ['a', 'b'] } }),
  stub('office:make', { result: { id: 'm1', note: 'n' } }),
  ...['send', 'drop', 'put'].map((name) => stub(`office:${name}`, { result: 'done' })),
]

export async function rehearseOffice(plan: string, options: Partial<RehearseOptions> = {}): Promise<Report> {
  return rehearse(plan, {
    ...{ tools: [OFFICE], stubs: STUBS, now: '2026-01-02T03:04:05.000Z', fileName: 'plan.js', faults: true },
    ...{ sandbox: await oneGuest(), ...options },
  })
}

/** The trials of one call by their fault. */
export async function faultsOf(plan: string, call: number, options: Partial<RehearseOptions> = {}) {
  const { faults } = await rehearseOffice(plan, options)
  const trials = (faults?.trials ?? []).filter((each) => each.call === call)
  return Object.fromEntries(trials.map((each) => [each.fault, each])) as Partial<
    Record<Trial['fault'], Trial>
  >
}

function tool(name: string, annotations: JsonObject, output?: JsonObject): Tool {
  return {
    name,
    inputSchema: { type: 'object', properties: { title: text, id: text } },
    annotations,
    ...(output === undefined
      ? {}
      : {
          outputSchema: { type: 'object', properties: output, required: Object.keys(output) as string[] },
        }),
  }
}
