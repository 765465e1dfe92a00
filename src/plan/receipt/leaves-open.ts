/** What an error says of whether its call took effect. */
import { SAYS_TOO_MANY, saysStatus } from '../../call/index.js'
import type { GivenAnswer } from './keyed-digest.js'

/**
 * An error is an answer: the server says that the call failed. This is not so where it says as well that a part was done, or that nobody
 * knows, whatever else it says; nor where it hands on the silence of somebody behind it, unless it says that the call was refused.
 * What is not recognised is taken for what it is, a failure.
 */
export function leavesOpen({ outcome, value }: GivenAnswer): boolean {
  if (outcome === 'result' || typeof value !== 'string') return false
  if (SAYS_IN_PART.test(value)) return true
  return (
    !SAYS_REFUSED.some((pattern) => pattern.test(value)) && SAYS_SILENT.some((pattern) => pattern.test(value))
  )
}

const SAYS_IN_PART =
  /\b(?:may|might|could) have\b|\bwhether\b|\bpartial|\bin part\b|\bunknown (?:state|outcome|result|status)/i

const SAYS_REFUSED: readonly RegExp[] = [saysStatus('4(?!08|99)\\d\\d|503'), SAYS_TOO_MANY]

const SAYS_SILENT: readonly RegExp[] = [
  saysStatus('408|499|500|502|504'),
  /time(?:d|s)?[ -]?out|deadline.{0,12}exceeded|\bE(?:TIMEDOUT|CONNRESET|PIPE|CONNABORTED)\b|socket hang up|broken pipe/i,
  /(?:connection|stream|request|call|operation)\b.{0,20}\b(?:reset|closed|lost|aborted|interrupted|cancell?ed|dropped)\b/i,
  /internal (?:server )?error|bad gateway|no (?:answer|response|reply)\b|network (?:error|failure)/i,
]
