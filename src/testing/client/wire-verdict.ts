/** What the wire check found, as an error. */
import { printable, SessionError, shorten } from '../../base/index.js'
import type { WireViolation } from '../wire-check.js'

/**
 * The error for a server that broke the protocol; undefined when it did not. What this side did wrong is told beside: a test may
 * have sent it on purpose.
 */
export function wireVerdict(peer: string, violations: readonly WireViolation[]): SessionError | undefined {
  const byServer = violations.filter(({ side }) => side === 'server')
  const [first] = byServer
  if (first === undefined) return undefined
  const ours = violations.filter(({ side }) => side === 'client')
  const times = byServer.length === 1 ? 'once' : `${byServer.length} times`
  return new SessionError('PROTOCOL_VIOLATED', `Cannot accept "${peer}": it broke the protocol ${times}`, {
    evidence: [
      ...byServer.slice(0, MAX_SHOWN).flatMap(linesOf),
      ...left(byServer.length),
      ...(ours.length === 0 ? [] : ['This side broke it too:', ...ours.slice(0, MAX_SHOWN).flatMap(linesOf)]),
    ],
    hint: "mend the server, or start the client with wireCheck: 'collect' and look at its violations",
    data: { violations },
  })
}

const MAX_SHOWN = 5

function linesOf({ text, frame }: WireViolation): string[] {
  return [`${shown(text, 400)}`, `  in ${shown(JSON.stringify(frame), 300)}`]
}

function left(count: number): string[] {
  return count > MAX_SHOWN ? [`and ${count - MAX_SHOWN} more`] : []
}

function shown(text: string, max: number): string {
  return shorten(printable(text, { oneLine: true }), max)
}
