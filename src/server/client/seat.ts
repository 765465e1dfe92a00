/** A request that is open: the id it has at its client, and where what belongs to it goes. */
import { RPC_CODES, type RpcId } from '../../protocol/index.js'
import type { Outlet } from '../outlet.js'
import type { ServiceResponse } from '../service.js'

export interface Seat {
  readonly id: RpcId
  readonly method: string
  readonly outlet: Outlet
  /** The open requests of the same client, this one among them. */
  readonly among: Map<RpcId, Seat>
  /** What answers it. */
  occupant: Occupant | undefined
}

/** What stays open until it is answered or ended. */
export interface Occupant {
  /** Ends it without an answer. `reason` is a clause. */
  end(reason: string): void
}

export function takeSeat(among: Map<RpcId, Seat>, id: RpcId, method: string, outlet: Outlet): Seat {
  const seat = { id, method, outlet, among, occupant: undefined }
  among.set(id, seat)
  return seat
}

export function leaveSeat({ id, among }: Seat): void {
  among.delete(id)
}

/** Writes a response. What is no JSON is an internal error. */
export function answerTo(outlet: Outlet, id: RpcId | null, response: ServiceResponse): void {
  if ('error' in response) {
    const { error } = response
    outlet.answer(JSON.stringify({ jsonrpc: '2.0', id, error }), error.code)
    return
  }
  const { result } = response
  const text = result === undefined ? undefined : jsonOf({ jsonrpc: '2.0', id, result })
  if (text !== undefined) outlet.answer(text)
  else answerTo(outlet, id, { error: { code: RPC_CODES.INTERNAL_ERROR, message: 'The result is no JSON' } })
}

/** Writes the response of the machine itself. */
export function answerByMachine(outlet: Outlet, id: RpcId | null, response: ServiceResponse): void {
  const { refuse } = outlet
  if (refuse === undefined || !('error' in response)) answerTo(outlet, id, response)
  else refuse(JSON.stringify({ jsonrpc: '2.0', id, error: response.error }), response.error.code)
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Services may be written in JavaScript: a result with a circle or a BigInt is told as an error.
    return undefined
  }
}
