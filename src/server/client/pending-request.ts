/** A request that is open: the id it has at its client, and where what belongs to it goes. */
import { RPC_CODES, type RpcId, type RpcRequest } from '../../protocol/index.js'
import type { ResponseSink } from '../response-sink.js'
import type { ServiceResponse, WrittenParts } from '../service.js'

export interface PendingRequest {
  readonly id: RpcId
  readonly request: RpcRequest
  readonly sink: ResponseSink
  /** The open requests of the same client, this one among them. */
  readonly among: Map<RpcId, PendingRequest>
  /** What answers it. */
  handler: RequestHandler | undefined
}

/** What stays open until it is answered or ended. */
export interface RequestHandler {
  /** Ends it without an answer. `reason` is a clause. */
  end(reason: string): void
}

export function openPendingRequest(
  among: Map<RpcId, PendingRequest>,
  request: RpcRequest,
  sink: ResponseSink,
): PendingRequest {
  const { id } = request
  const pending = { id, request, sink, among, handler: undefined }
  among.set(id, pending)
  return pending
}

export function closePendingRequest({ id, among }: PendingRequest): void {
  among.delete(id)
}

/** Writes a response. What is no JSON is an internal error. */
export function answerTo(sink: ResponseSink, id: RpcId | null, response: ServiceResponse): void {
  const text = textOf(id, response)
  if (text === undefined) answerTo(sink, id, NO_JSON)
  else sink.answer(text, 'error' in response ? response.error.code : undefined, response.form)
}

/** Writes the response of the machine itself. */
export function answerByMachine(sink: ResponseSink, id: RpcId | null, response: ServiceResponse): void {
  const { refuse } = sink
  const text = textOf(id, response)
  if (refuse !== undefined && text !== undefined && 'error' in response) refuse(text, response.error.code)
  else answerTo(sink, id, response)
}

const NO_JSON: ServiceResponse = {
  error: { code: RPC_CODES.INTERNAL_ERROR, message: 'The result is no JSON' },
}

function textOf(id: RpcId | null, response: ServiceResponse): string | undefined {
  if (response.written !== undefined) return writtenText(id, response, response.written)
  if ('error' in response) return jsonOf({ jsonrpc: '2.0', id, error: response.error })
  return response.result === undefined ? undefined : jsonOf({ jsonrpc: '2.0', id, result: response.result })
}

/** The value as it was written; what stands in the envelope is ours. */
function writtenText(
  id: RpcId | null,
  response: ServiceResponse,
  { body, beside = '{}' }: WrittenParts,
): string | undefined {
  const [key, value] = 'error' in response ? ['error', response.error] : ['result', response.result]
  const text = body ?? jsonOf(value)
  const others = beside.trim().slice(1, -1).trim()
  if (text === undefined) return undefined
  return `{"jsonrpc":"2.0","id":${jsonOf(id)},"${key}":${text}${others === '' ? '' : `,${others}`}}`
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Services may be written in JavaScript: a result with a circle or a BigInt is told as an error.
    return undefined
  }
}
