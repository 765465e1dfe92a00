/** Whose recordings, runs and approvals the requests of a client are. */
import type { ServiceRequest } from '../../server/index.js'

/** Of those who need no token. */
export const ANONYMOUS = 'anonymous'

export function principalOf({ http }: Pick<ServiceRequest, 'http'>): string {
  return http?.principal ?? ANONYMOUS
}
