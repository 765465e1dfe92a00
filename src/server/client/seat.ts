/** A request that is open: the id it has at its client, and where what belongs to it goes. */
import { RPC_CODES, type RpcId, type RpcRequest } from '../../protocol/index.js'
import type { Outlet } from '../outlet.js'
import type { ServiceResponse } from '../service.js'

export interface Seat {
  readonly id: RpcId
  readonly request: RpcRequest
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

export function takeSeat(among: Map<RpcId, Seat>, request: RpcRequest, outlet: Outlet): Seat {
  const { id } = request
  const seat = { id, request, outlet, among, occupant: undefined }
  among.set(id, seat)
  return seat
}

export function leaveSeat({ id, among }: Seat): void {
  among.delete(id)
}

/** Writes a response. What is no JSON is an internal error. */
export function answerTo(outlet: Outlet, id: RpcId | null, response: ServiceResponse): void {
  const text = textOf(id, response)
  if (text === undefined) answerTo(outlet, id, NO_JSON)
  else outlet.answer(text, 'error' in response ? response.error.code : undefined, response.form)
}

/** Writes the response of the machine itself. */
export function answerByMachine(outlet: Outlet, id: RpcId | null, response: ServiceResponse): void {
  const { refuse } = outlet
  const text = textOf(id, response)
  if (refuse !== undefined && text !== undefined && 'error' in response) refuse(text, response.error.code)
  else answerTo(outlet, id, response)
}

const NO_JSON: ServiceResponse = {
  error: { code: RPC_CODES.INTERNAL_ERROR, message: 'The result is no JSON' },
}

function textOf(id: RpcId | null, response: ServiceResponse): string | undefined {
  if ('error' in response) return jsonOf({ jsonrpc: '2.0', id, error: response.error })
  return response.result === undefined ? undefined : jsonOf({ jsonrpc: '2.0', id, result: response.result })
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Services may be written in JavaScript: a result with a circle or a BigInt is told as an error.
    return undefined
  }
}
