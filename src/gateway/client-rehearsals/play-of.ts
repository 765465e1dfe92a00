/** A rehearsal, and the same calls once more, as plays that can be compared. */
import type { Answer } from '../../call/index.js'
import type { Play, PlayedAgain, PlayedCall, PlayedEnd } from '../../sequence/index.js'
import type { RecordedCall, RehearsalRecord } from './rehearsal-record.js'
import type { SeenCall } from './seen-call.js'

export function playOf({ calls, late }: RehearsalRecord): Play {
  return { calls: calls.map(playedCall), late }
}

function playedCall({ answer, broke, ...call }: RecordedCall): PlayedCall {
  return { ...call, end: endOf(answer, broke) }
}

export function playedAgain({ call, answer, seen }: SeenCall): PlayedAgain {
  const { asked, broke, changes = [] } = seen ?? {}
  return {
    end: call.n === 0 ? { kind: 'unanswered', why: 'the rules refuse it by now' } : endOf(answer, broke),
    changes,
    ...(asked === undefined ? {} : { asked }),
  }
}

/** What only a server that lasts, or its copy, says can be said again for real. */
function endOf({ outcome, provenance }: Answer, broke: string | undefined): PlayedEnd {
  const { source, note, isAssumed, notFromCopy } = provenance
  if (broke !== undefined) return { kind: 'unanswered', why: broke }
  if (isAssumed === true) return { kind: 'unanswered', why: 'it was assumed to succeed' }
  switch (source) {
    case 'copy':
    case 'live':
      return { kind: 'answered', outcome }
    case 'stub':
      return { kind: 'unanswered', why: 'a stub answered it' }
    case 'stand-in':
      return { kind: 'unanswered', why: 'a server that stands in for it answered' }
    case 'preview':
      return { kind: 'unanswered', why: 'a dry run of the tool answered it' }
    case 'recording':
      return { kind: 'unanswered', why: 'a recording answered it' }
    default:
      return { kind: 'unanswered', why: notFromCopy ?? note ?? 'nobody knew what it answers' }
  }
}
