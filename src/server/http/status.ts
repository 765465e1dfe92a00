/** The HTTP status of a JSON-RPC response (specification: 2026-07-28, basic/transports; in the legacy era errors travel with 200). */
import { type Era, RPC_CODES } from '../../protocol/index.js'

/** Of what the service answers. */
export function statusOfAnswer(era: Era, code: number | undefined): number {
  if (era === 'legacy' || code === undefined) return 200
  return MODERN_STATUSES.get(code) ?? 200
}

/** Of what the machine refuses: the request itself is wrong. */
export function statusOfRefusal(era: Era, code: number): number {
  if (era === 'modern') return MODERN_STATUSES.get(code) ?? 400
  return code === RPC_CODES.INVALID_REQUEST ? 400 : 200
}

const MODERN_STATUSES: ReadonlyMap<number, number> = new Map([
  [RPC_CODES.METHOD_NOT_FOUND, 404],
  [RPC_CODES.HEADER_MISMATCH, 400],
  [RPC_CODES.MISSING_CLIENT_CAPABILITY, 400],
  [RPC_CODES.UNSUPPORTED_VERSION, 400],
])
