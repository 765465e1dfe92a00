/** What the wire check found, as an error. */
import { countedTimes, inOneLine, moreText, SessionError } from '../../base/index.js'
import type { Side, WireViolation } from '../../wire-check/index.js'

/**
 * The error for a server that broke the protocol; undefined when it did not. What this side did wrong is told beside: a test may
 * have sent it on purpose. `further` is how many more violations there were, of each side.
 */
export function wireVerdict(
  peer: string,
  violations: readonly WireViolation[],
  further: Readonly<Record<Side, number>> = NONE,
): SessionError | undefined {
  const byServer = violations.filter(({ side }) => side === 'server')
  const [first] = byServer
  if (first === undefined) return undefined
  const ours = violations.filter(({ side }) => side === 'client')
  const count = byServer.length + further.server
  return new SessionError(
    'PROTOCOL_VIOLATED',
    `Cannot accept "${peer}": it broke the protocol ${countedTimes(count)}`,
    {
      evidence: [
        ...byServer.slice(0, MAX_SHOWN).flatMap(linesOf),
        ...left(count),
        ...(ours.length === 0
          ? []
          : ['This side broke it too:', ...ours.slice(0, MAX_SHOWN).flatMap(linesOf)]),
      ],
      hint: "mend the server, or start the client with wireCheck: 'collect' and look at its violations",
      data: { violations, ...(further === NONE ? {} : { further }) },
    },
  )
}

const MAX_SHOWN = 5
const NONE: Readonly<Record<Side, number>> = { client: 0, server: 0 }

function linesOf({ text, frame }: WireViolation): string[] {
  return [`${inOneLine(text, 400)}`, `  in ${inOneLine(JSON.stringify(frame), 300)}`]
}

function left(count: number): string[] {
  return count > MAX_SHOWN ? [moreText(count - MAX_SHOWN)] : []
}
