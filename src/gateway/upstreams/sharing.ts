/** Who shares a session with whom. */
import { canonicalJson } from '../../base/index.js'
import type { Requester } from '../requester.js'

export interface Sharing {
  /** Requesters with one key share one session. */
  readonly key: string
  /** Several clients may be asked in it, and a server does not say whom it means: they use it one after the other. */
  readonly isInTurns: boolean
  /** When nobody can need it any more. Absent: as long as the upstreams live. */
  readonly until?: AbortSignal
}

/**
 * Clients that cannot be asked anything share one; a client that can has its own until its connection is over; those without a
 * connection share by what they can be asked. Two principals share nothing: what a server logs while it works for one is not for
 * the other. Nobody at all shares with the anonymous.
 */
export function sharingOf(requester: Requester | undefined): Sharing {
  const { principal = 'anonymous', capabilities = {}, key = '', gone } = requester ?? {}
  // With its length in front no principal is the beginning of another key.
  const whose = `${principal.length} ${principal}`
  if (Object.keys(capabilities).length === 0) return { key: whose, isInTurns: false }
  if (gone !== undefined) return { key: `${whose} own ${key}`, isInTurns: false, until: gone }
  return { key: `${whose} by ${canonicalJson(capabilities)}`, isInTurns: true }
}
