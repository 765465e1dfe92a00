/** When requests began: equal ones that are under way at once never at the same time, since by it a replay knows their order. */
import { isDeepStrictEqual } from 'node:util'
import { type Clock, defined, type JsonObject } from '../../base/index.js'

export interface StartedRequest {
  readonly method: string
  readonly params?: JsonObject
}

/** Requests that are under way, with the wall time of their beginning in ISO 8601. */
export type UnderWay = Iterable<{ readonly request: StartedRequest; readonly recordedAt: string }>

/**
 * Gives the wall time at which a request begins, in whole milliseconds. Where an equal one has that time and is not over, it is a millisecond
 * later: what is stored is ordered by time, and at the same time by the end.
 */
export function createDistinctStarts(clock: Clock): (request: StartedRequest, underWay: UnderWay) => number {
  /** Those that were put off, until their time has come: who comes after them is later. */
  let putOff: { readonly request: StartedRequest; readonly atMs: number }[] = []

  return (request, underWay) => {
    const nowMs = Math.floor(clock.now())
    putOff = putOff.filter(({ atMs }) => atMs >= nowMs)
    let lastMs = nowMs - 1
    for (const each of putOff) if (isEqual(each.request, request)) lastMs = Math.max(lastMs, each.atMs)
    const now = new Date(nowMs).toISOString()
    for (const each of underWay)
      if (each.recordedAt >= now && isEqual(each.request, request))
        lastMs = Math.max(lastMs, Date.parse(each.recordedAt))
    const atMs = lastMs + 1
    if (atMs > nowMs)
      putOff.push({ request: { method: request.method, ...defined({ params: request.params }) }, atMs })
    return atMs
  }
}

function isEqual(one: StartedRequest, other: StartedRequest): boolean {
  return one.method === other.method && isDeepStrictEqual(asked(one), asked(other))
}

/** Without what is new with each request. */
function asked({ params = {} }: StartedRequest): JsonObject {
  const { _meta, ...rest } = params
  return rest
}
