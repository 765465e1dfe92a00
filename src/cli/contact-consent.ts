/** What the person at the terminal said of tools that may be asked for real: once, however often a plan is rehearsed. */
import { printable, scriptLines } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { PlannedContacts } from '../contact/index.js'
import type { WrittenCall } from '../plan/index.js'
import type { DiscreetIo } from './discreet-io.js'

export interface ContactConsent {
  /** Leaves out what the person wants left alone. Nobody is asked where there is no terminal, or nothing to ask about. */
  of(planned: PlannedContacts, plan: AskingPlan, io: DiscreetIo): Promise<PlannedContacts>
}

export interface AskingPlan {
  readonly plan: string | Uint8Array
  readonly fileName: string
}

export function createContactConsent(): ContactConsent {
  /** By what is asked of which tool. */
  const said = new Map<string, boolean>()
  return {
    async of(planned, plan, io) {
      const lasting = [...planned.ways].filter(([, { kind }]) => kind !== 'stand-in')
      if (io.ask === undefined || lasting.length === 0) return planned
      if (lasting.some((each) => !said.has(asksFor(each)))) {
        const question = await questionOf(lasting, plan)
        if (question === undefined) return planned
        const answer = await io.ask(io.redact(question))
        for (const each of lasting) said.set(asksFor(each), /^y(?:es)?$/i.test(answer.trim()))
      }
      const refused = new Set(lasting.filter((each) => said.get(asksFor(each)) !== true).map(([ref]) => ref))
      return { ...planned, ways: new Map([...planned.ways].filter(([ref]) => !refused.has(ref))) }
    },
  }
}

type PlannedWay = readonly [
  ToolRef,
  PlannedContacts['ways'] extends ReadonlyMap<ToolRef, infer Way> ? Way : never,
]

/** As it is told, too. */
function asksFor([ref, way]: PlannedWay): string {
  const argument = way.kind === 'preview' ? `, with ${printable(way.argument, { oneLine: true })}` : ''
  return `${printable(ref, { oneLine: true })}${argument}`
}

/** With what the plan asks them; undefined where it calls no tool of these servers. */
async function questionOf(
  lasting: readonly PlannedWay[],
  { plan, fileName }: AskingPlan,
): Promise<string | undefined> {
  const { writtenCalls } = await import('../dryrun/index.js')
  const source = Buffer.from(plan).toString('utf8')
  const tools = new Set<string>(lasting.map(([ref]) => ref))
  const written = await writtenCalls(plan, fileName)
  const isComputed = /\bmcp\b\s*(?:\?\.\s*)?\[|=\s*mcp\b/.test(source)
  // What was there before a call wrote is asked with other tools of its server.
  const isNear = written.some(({ server }) => lasting.some(([ref]) => ref.startsWith(`${server}:`)))
  if (!isNear && !isComputed) return undefined
  const calls = written.filter(({ server, tool }) => tools.has(`${server}:${tool}`))
  const told = [
    ...new Set(calls.map((call) => `  line ${call.line}: ${textOf(call, scriptLines(source))}\n`)),
  ]
  const named = lasting.map((each) => `  ${asksFor(each)}\n`)
  return `${fileName} may ask these for real while it is rehearsed:\n${named.join('')}${told.length === 0 ? '' : `It does so here:\n${told.join('')}`}Ask them? [y/N] `
}

/** Whole, on one line: what is cut off could be what matters. */
function textOf(call: WrittenCall, lines: readonly string[]): string {
  const { line, lastLine, server, tool, arguments: args } = call
  const text =
    lastLine === undefined && args !== undefined
      ? `${server}:${tool} ${JSON.stringify(args.value)}`
      : lines
          .slice(line - 1, lastLine ?? line)
          .map((each) => each.trim())
          .join(' ')
  return printable(text, { oneLine: true })
}
