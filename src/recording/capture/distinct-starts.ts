/** When requests began: equal ones that are under way at once never at the same time, since by it a replay knows their order. */
import { isDeepStrictEqual } from 'node:util'
import { type Clock, defined, type JsonObject } from '../../base/index.js'

export interface StartedRequest {
  readonly method: string
  readonly params?: JsonObject
}

export interface Start {
  /** The wall time at which the request begins, in whole milliseconds since the epoch. */
  readonly atMs: number
  /** The request is not under way any more. */
  over(): void
}

/**
 * Says when a request begins. Where an equal one has that time and is not over, it is a millisecond later: what is stored is ordered by
 * time, and at the same time by the end.
 */
export function createDistinctStarts(clock: Clock): (request: StartedRequest) => Start {
  /** Of equal ones the last: who comes at its time is later, while it is under way, and where it was put off until its time has come. */
  const last = new Set<Begun>()
  let sinceMs = Number.NEGATIVE_INFINITY

  return ({ method, params }) => {
    const nowMs = Math.floor(clock.now())
    if (nowMs !== sinceMs) for (const each of last) if (each.atMs < nowMs) last.delete(each)
    sinceMs = nowMs
    const request = { method, ...defined({ params }) }
    const before = firstEqual(last, request)
    const begun = { request, atMs: before === undefined ? nowMs : before.atMs + 1 }
    if (before !== undefined) last.delete(before)
    last.add(begun)
    return {
      atMs: begun.atMs,
      over() {
        if (begun.atMs === nowMs) last.delete(begun)
      },
    }
  }
}

interface Begun {
  readonly request: StartedRequest
  readonly atMs: number
}

function firstEqual(all: Iterable<Begun>, request: StartedRequest): Begun | undefined {
  for (const each of all) if (isEqual(each.request, request)) return each
  return undefined
}

function isEqual(one: StartedRequest, other: StartedRequest): boolean {
  return one.method === other.method && isDeepStrictEqual(asked(one), asked(other))
}

/** Without what is new with each request. */
function asked({ params = {} }: StartedRequest): JsonObject {
  const { _meta, ...rest } = params
  return rest
}
