/** What a report says of servers that were asked for real. */
import { type Finding, shorten } from '../base/index.js'
import { outcomeText, toolRef } from '../call/index.js'
import type { ContactedCall } from './contact-answerer.js'
import { CONTACT_KINDS } from './contacts.js'
import type { LedgerEntry } from './ledger.js'
import type { Contact } from './report.js'

/** One for each server and way; a stand-in was started, called or not. */
export function reportContacts(made: readonly ContactedCall[], standIns: readonly string[]): Contact[] {
  return CONTACT_KINDS.flatMap((kind) => {
    const ours = made.filter((each) => each.kind === kind)
    const servers = new Set([...(kind === 'stand-in' ? standIns : []), ...ours.map(({ server }) => server)])
    return [...servers].map((server): Contact => {
      const calls = ours.filter((each) => each.server === server)
      return { server, for: kind, calls: calls.length, tools: [...new Set(calls.map(({ tool }) => tool))] }
    })
  })
}

export function contactFindings(entries: readonly LedgerEntry[]): Finding[] {
  return [...refusedPreviews(entries), ...notAsked(entries)]
}

function refusedPreviews(entries: readonly LedgerEntry[]): Finding[] {
  return entries
    .filter(({ answer }) => answer.provenance.source === 'preview' && answer.outcome.kind !== 'result')
    .map(({ call, answer }) => ({
      ...{ code: 'PREVIEW_REFUSED', severity: 'warning', certain: false },
      message: `${toolRef(call)} (call ${call.n}) is refused by its own dry run: ${shorten(outcomeText(answer.outcome), 300)}`,
      ...(call.site ?? {}),
    }))
}

/** One for each tool, at the first call. */
function notAsked(entries: readonly LedgerEntry[]): Finding[] {
  const first = new Map<string, Finding>()
  for (const { call, answer } of entries) {
    const why = answer.provenance.notAsked
    if (why === undefined || first.has(toolRef(call))) continue
    first.set(toolRef(call), {
      ...{ code: 'CONTACT_WITHOUT_ANSWER', severity: 'warning', certain: true },
      message: `${toolRef(call)} (call ${call.n}) may be asked for real, and has no answer from there: ${why}`,
      ...(call.site ?? {}),
    })
  }
  return [...first.values()]
}
