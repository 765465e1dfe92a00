/** What an error says of whether its call took effect. */
import type { GivenAnswer } from './keyed-digest.js'

/**
 * An error is an answer: the server says that the call failed. This is true of those that say as well that nobody knows how far it came,
 * as one does that hands on the silence of somebody behind it. That it was refused, by a status of HTTP or in words, comes first.
 * What is not recognised is taken for what it is, a failure: the words only ever make a run stop.
 */
export function leavesOpen({ outcome, value }: GivenAnswer): boolean {
  if (outcome === 'result' || typeof value !== 'string') return false
  return (
    !SAYS_REFUSED.some((pattern) => pattern.test(value)) && SAYS_OPEN.some((pattern) => pattern.test(value))
  )
}

/** A status at the start, or called by its name: other numbers are names of things. */
const STATUS = '(?:^|\\b(?:status|http|code|error)\\b\\D{0,12})'

const SAYS_REFUSED: readonly RegExp[] = [
  new RegExp(`${STATUS}(?:4(?!08|99)\\d\\d|503)\\b`, 'i'),
  /too many requests|rate.?limit|quota exceeded|throttl/i,
]

const SAYS_OPEN: readonly RegExp[] = [
  new RegExp(`${STATUS}(?:408|499|500|502|504)\\b`, 'i'),
  /time(?:d|s)?[ -]?out|deadline.{0,12}exceeded|\bE(?:TIMEDOUT|CONNRESET|PIPE|CONNABORTED)\b|socket hang up|broken pipe/i,
  /(?:connection|stream|request|call|operation)\b.{0,20}\b(?:reset|closed|lost|aborted|interrupted|cancell?ed|dropped)\b/i,
  /internal (?:server )?error|bad gateway|no (?:answer|response|reply)\b|network (?:error|failure)/i,
  /\b(?:may|might|could) have\b|\bwhether\b|\bpartial|in part\b|\bunknown (?:state|outcome|result|status)/i,
]
