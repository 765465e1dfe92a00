/** What is to be said of servers that were asked for real. */
import { counted, listText } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import { safeText } from './safe-text.js'

/** For the first line; undefined where no server was asked for more than its tools. */
export function contactSentence({ contacted }: Report): string | undefined {
  const told = (['live', 'preview', 'stand-in'] as const).flatMap((kind) => {
    const ours = contacted.filter((each) => each.for === kind)
    if (ours.length === 0) return []
    const calls = ours.reduce((sum, { calls = 0 }) => sum + calls, 0)
    const servers = ours.map(({ server }) => safeText(server, 40))
    return [WORDS[kind](calls, listText(servers, MOST_NAMED))]
  })
  if (told.length === 0) return undefined
  const text = told.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const MOST_NAMED = 3

const WORDS = {
  live: (calls: number, servers: string) => `${counted(calls, 'read')} asked for real (${servers})`,
  preview: (calls: number, servers: string) =>
    `${counted(calls, 'dry run')} of tools asked for real (${servers})`,
  'stand-in': (calls: number, servers: string) =>
    `${counted(calls, 'call')} answered by a stand-in (${servers})`,
} as const

/** How many servers are taken to answer as their stand-ins did. */
export function standInsAssumed(report: Report): number {
  const { verdict, assumptions = [] } = report
  return verdict === 'pass' ? assumptions.filter(({ call }) => isOfStandIn(report, call)).length : 0
}

export function isOfStandIn({ calls }: Report, call: number): boolean {
  return calls.find(({ n }) => n === call)?.source === 'stand-in'
}
