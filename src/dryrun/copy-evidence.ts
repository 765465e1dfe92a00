/**
 * When the answer of a server in a copy is evidence: the real server said it, errors included. It is none where the copy itself may
 * have made it another one: there is no network in it, other owners' files are closed, it has less room than the disk, and of the
 * machine's processes, sockets and devices it has none. docs/decisions/evidence-of-copies.md says why.
 */
import { countedTimes } from '../base/index.js'
import { type Outcome, outcomeText } from '../call/index.js'
import type { CopiedAnswer, CopiedServerFacts } from './copies.js'

export interface AskedOfCopy {
  /** The call may change something. */
  readonly mayWrite: boolean
  /** Something that is closed in the copy alone, where the call may look for it: many servers pass over in silence what is closed. */
  readonly closed?: string
}

/** The end of a sentence; undefined where the answer is as certain as one of the real server. */
export function whyNoEvidence(
  answer: CopiedAnswer,
  facts: CopiedServerFacts,
  { mayWrite, closed }: AskedOfCopy,
): string | undefined {
  const { outcome, broke, isFull } = answer
  if (outcome === undefined) return broke ?? 'it did not answer'
  if (facts.keepsMemory) return 'its settings say that it keeps state in memory, which a copy has not'
  if (answer.isOfMemory)
    return 'the running server, which has been called, answers otherwise by what it keeps in memory, which a copy has not'
  const refusal = whyOffline(answer, facts) ?? refusalIn(outcome, facts, mayWrite)
  if (refusal !== undefined) return refusal
  if (closed !== undefined) return `${closed} belongs to somebody else, and is closed in the copy alone`
  // What a server has not written for want of room, it may have left out silently.
  if (isFull && mayWrite) return 'the copy had no room left'
  if (outcome.kind === 'result') return undefined
  const [left] = facts.partly
  return left === undefined || !mayWrite
    ? undefined
    : `it failed, and ${left.root} could not be copied whole (${left.why}), so that the copy alone may have refused it`
}

/** A success neither: many servers answer with nothing, or with an apology, where the network would have answered. */
function whyOffline(
  { networkAttempts, earlierAttempts }: CopiedAnswer,
  { isNetworkIgnored }: CopiedServerFacts,
): string | undefined {
  if (isNetworkIgnored) return undefined
  if (networkAttempts > 0)
    return `something in the copy tried to reach the network meanwhile (${countedTimes(networkAttempts)}), and there is none`
  // What came of it may be remembered.
  return earlierAttempts > 0
    ? `it has tried to reach the network since its first call (${countedTimes(earlierAttempts)}), and there is none`
    : undefined
}

/**
 * What only a copy says: another device where there is one disk, owners that it does not know, no room, a socket of the outside.
 * errno(3); the words are those of the C library and of Node.
 */
const REFUSALS =
  /\b(?:EXDEV|EOVERFLOW|ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS|ECONNREFUSED|ENETUNREACH|EAI_AGAIN)\b|cross-device link|value too large for defined data type|no space left on device|disk quota exceeded|too many open files|read-only file system|connection refused|network is unreachable|temporary failure in name resolution|(?<![^\s"'])[^\s"']+\.sock\b/i

/**
 * What an error may say that comes of what a copy has not: whoever is to be connected to, processes, devices, other users, more
 * memory. In the answer of a call that went well the same words are data.
 */
const LACKS =
  /\bconnect E[A-Z]+\b|\b(?:socket|sudo|setuid|chown|ESRCH|ENOMEM|EAGAIN|ENOTFOUND|EHOSTUNREACH|ECONNRESET|ETIMEDOUT)\b|(?:fail(?:ed|ure)|cannot|could not|unable) to connect|(?:cannot|could not) connect|not connected|disconnected|connection (?:closed|failed|lost|reset|timed out|error)|fetch failed|no such process|cannot allocate memory|resource temporarily unavailable|\/dev\/\w+|no new privileges/i

/** What a server says that tried to reach somebody when it started, and goes on without him. */
const OFFLINE =
  /\b(?:offline|unreachable|unavailable|unauthori[sz]ed|unauthenticated|not (?:logged|signed) in|log ?in|sign ?in|not (?:initiali[sz]ed|configured|ready|authenticated)|credentials?|network|timed? ?out)\b/i

/** Root may open other owners' files; in a copy nobody may. */
const DENIALS = /\b(?:EACCES|EPERM)\b|permission denied|operation not permitted/i

function refusalIn(outcome: Outcome, facts: CopiedServerFacts, mayWrite: boolean): string | undefined {
  const text = outcomeText(outcome)
  const isError = outcome.kind !== 'result'
  const suspicious = [
    // A long answer to a read is data, whatever words are in it; a short one may be an excuse.
    ...(isError || mayWrite || text.length <= SHORT ? [REFUSALS] : []),
    ...(facts.isRoot && (isError || mayWrite) ? [DENIALS] : []),
    ...(isError ? [LACKS] : []),
    ...(isError && facts.triedAtStart && !facts.isNetworkIgnored ? [OFFLINE] : []),
  ]
  const said = suspicious.flatMap((words) => words.exec(text)?.[0] ?? [])[0]
  return said === undefined ? undefined : `it said "${said}", which the copy alone may have refused`
}

/** Characters. */
const SHORT = 300
