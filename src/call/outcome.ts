/** What was said in answer to a call. A transport that broke is not an outcome: it throws. */
import { isJsonObject, type JsonObject, type JsonValue, parseContainer } from '../base/index.js'
import type { ContentBlock } from '../protocol/index.js'

export type Outcome = ResultOutcome | ToolErrorOutcome | RpcErrorOutcome

/** The tool did its work. Its data may still say no: see `domainFailure`. */
export interface ResultOutcome {
  readonly kind: 'result'
  readonly content: readonly ContentBlock[]
  readonly structured?: JsonValue
  readonly meta?: JsonObject
}
/** The tool ran and failed: `isError: true`. */
export interface ToolErrorOutcome {
  readonly kind: 'tool-error'
  readonly content: readonly ContentBlock[]
  readonly structured?: JsonValue
  readonly meta?: JsonObject
}
/** A JSON-RPC error: the request never reached the tool's code, or broke it. */
export interface RpcErrorOutcome {
  readonly kind: 'rpc-error'
  readonly code: number
  readonly message: string
  readonly data?: JsonValue
}

/**
 * The value a program gets for an outcome with content: the structured content where there is one,
 * else the single text block parsed as JSON if that is an object or an array (and within the limits of untrusted JSON),
 * else that text, else the blocks.
 */
export function outcomeValue(outcome: ResultOutcome | ToolErrorOutcome): JsonValue {
  if (outcome.structured !== undefined) return outcome.structured
  const [only, ...others] = outcome.content
  if (only?.type !== 'text' || others.length > 0) return outcome.content as unknown as JsonValue
  return parseContainer(only.text) ?? only.text
}

/** What a plan gets, however the call ended: the value of a result, the text of an error. */
export function toldValue(outcome: Outcome): JsonValue {
  return outcome.kind === 'result' ? outcomeValue(outcome) : outcomeText(outcome)
}

/** All text blocks, joined by line feeds. */
export function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'rpc-error') return outcome.message
  return outcome.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** Why the result's own data says no (`success: false`, or an `error` that is not empty), or undefined. */
export function domainFailure(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'result') return undefined
  const value = outcomeValue(outcome)
  if (!isJsonObject(value)) return undefined
  return describeError(value.error) ?? (value.success === false ? 'success is false' : undefined)
}

/** What an `error` member says; undefined for what stands for "none": absent, null, false, 0, "", [] and {}. */
function describeError(error: JsonValue | undefined): string | undefined {
  if (error === undefined || error === null || error === false || error === 0 || error === '')
    return undefined
  if (typeof error === 'string') return error
  if (typeof error === 'object' && Object.keys(error).length === 0) return undefined
  return isJsonObject(error) && typeof error.message === 'string' ? error.message : JSON.stringify(error)
}
