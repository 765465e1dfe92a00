/** Tells a final result from one that is a step on the way (specification: 2026-07-28, resultType; basic/patterns/mrtr). */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { InputRequest, Step } from './codec.js'
import { shown } from './well-typed.js'

/** A missing `resultType` means complete; one that is not known cannot be used. */
export function readStep(result: JsonValue): Step {
  if (!isJsonObject(result)) return { kind: 'unusable', reason: 'the result is not an object' }
  switch (result.resultType) {
    case undefined:
    case 'complete':
      return COMPLETE
    case 'input_required':
      return readInputRequired(result)
    case 'task':
      return { kind: 'task', task: result }
    default:
      return { kind: 'unusable', reason: `its resultType is ${shown(result.resultType)}, which is not known` }
  }
}

/** The input requests of a result or of a task; undefined when one of them is none. */
export function readInputRequests(
  value: JsonValue | undefined,
): ReadonlyMap<string, InputRequest> | undefined {
  if (value === undefined) return new Map()
  if (!isJsonObject(value)) return undefined
  const entries = Object.entries(value).map(([key, request]) => [key, readInputRequest(request)] as const)
  const read = entries.filter((entry): entry is [string, InputRequest] => entry[1] !== undefined)
  return read.length === entries.length ? new Map(read) : undefined
}

const COMPLETE: Step = { kind: 'complete' }

function readInputRequired({ inputRequests, requestState }: JsonObject): Step {
  const requests = readInputRequests(inputRequests)
  if (requests === undefined)
    return { kind: 'unusable', reason: `its inputRequests are ${shown(inputRequests)}, not requests by name` }
  if (requestState !== undefined && typeof requestState !== 'string')
    return { kind: 'unusable', reason: `its requestState is ${shown(requestState)}, not a string` }
  if (inputRequests === undefined && requestState === undefined)
    return { kind: 'unusable', reason: 'it requires input and says neither which nor a requestState' }
  return {
    kind: 'input-required',
    input: { requests, ...defined({ state: requestState }) },
  }
}

function readInputRequest(value: JsonValue): InputRequest | undefined {
  if (!isJsonObject(value) || typeof value.method !== 'string') return undefined
  const { method, params = {} } = value
  return isJsonObject(params) ? { method, params } : undefined
}
