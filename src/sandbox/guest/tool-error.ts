/** What a call throws when the tool or the protocol says no. */
import type { RpcError } from '../bridge.js'
import { NativeError, weakMapGet, weakMapSet } from './primordials.js'

/** Thrown by a call; `layer` is `tool` for a result with `isError` and `protocol` for a JSON-RPC error. */
export class ToolError extends NativeError {
  override readonly name = 'ToolError'
  readonly tool: string
  readonly layer: string
  readonly code: number | null
  readonly content: unknown

  constructor(error: RpcError) {
    super(error.message)
    this.tool = error.tool
    this.layer = error.layer
    this.code = error.code
    this.content = error.content
  }
}

/** Makes the error of call `id`, and remembers which call it belongs to. */
export function createToolError(id: number, error: RpcError): ToolError {
  const made = new ToolError(error)
  weakMapSet(callOfError, made, id)
  return made
}

/** The call whose error it is, when a call threw it. */
export function callOf(thrown: object): number | undefined {
  return weakMapGet(callOfError, thrown)
}

const callOfError = new WeakMap<object, number>()
