/** What a call throws when the tool or the protocol says no. */
import type { RpcError } from '../bridge.js'
import {
  bare,
  defineProperty,
  NativeError,
  NativeWeakMap,
  reflectConstruct,
  weakMapGet,
  weakMapSet,
} from './primordials.js'

/** Thrown by a call; `layer` is `tool` for a result with `isError` and `protocol` for a JSON-RPC error. */
export class ToolError extends NativeError {}

/** Makes the error of call `id`, and remembers which call it belongs to. */
export function createToolError(id: number, error: RpcError): object {
  // Not `new ToolError`, which would ask what ToolError extends now.
  const made: object = reflectConstruct(NativeError, [error.message], ToolError)
  member(made, 'name', 'ToolError')
  member(made, 'tool', error.tool)
  member(made, 'layer', error.layer)
  member(made, 'code', error.code)
  member(made, 'content', error.content)
  weakMapSet(callOfError, made, id)
  return made
}

/** The call whose error it is, when a call threw it. */
export function callOf(thrown: object): number | undefined {
  return weakMapGet(callOfError, thrown)
}

const callOfError = new NativeWeakMap<object, number>()

function member(error: object, key: string, value: unknown): void {
  defineProperty(error, key, bare({ value, writable: true, enumerable: true, configurable: true }))
}
