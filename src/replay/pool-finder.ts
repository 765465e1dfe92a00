/** From a request as it came to what was recorded of it. */
import { isJsonObject, type JsonObject, withWrittenNumbers } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'
import { identifyRequest, type Redactor } from '../recording/index.js'
import type { ServedClientSelf, ServiceRequest } from '../server/index.js'
import type { Asking, Pool, RecordingIndex } from './recording-index.js'

export interface PoolFinder {
  /** Empty when nothing was recorded. */
  for(request: ServiceRequest): Pool
}

/** Creates a finder that remembers the requests it has seen: most clients ask the same again and again. */
export function createPoolFinder(index: RecordingIndex, redactor: Redactor): PoolFinder {
  const modern = new Map<string, Pool>()
  const legacy = new WeakMap<ServedClientSelf, Map<string, Pool>>()

  function seenBy({ era, client }: ServiceRequest): Map<string, Pool> {
    // In the modern era a request says all that there is of its client.
    if (era === 'modern') return modern
    const seen = legacy.get(client) ?? new Map<string, Pool>()
    legacy.set(client, seen)
    return seen
  }

  return {
    for(request) {
      const seen = seenBy(request)
      const text = request.method + JSON.stringify(withoutToken(paramsOf(request)))
      const known = seen.get(text)
      if (known !== undefined) return known
      const pool = findPool(request, index, redactor)
      if (pool.length === 0 || text.length > MAX_REMEMBERED_LENGTH) return pool
      if (seen.size >= MAX_REMEMBERED) seen.clear()
      seen.set(text, pool)
      return pool
    },
  }
}

/** As they are compared: numbers that JavaScript cannot hold are told apart. */
function paramsOf({ params, writtenParams }: ServiceRequest): JsonObject | undefined {
  return params === undefined || writtenParams === undefined
    ? params
    : withWrittenNumbers(params, writtenParams)
}

/** A request as it would have been stored. */
export function askingOf(request: ServiceRequest, redactor: Redactor): Asking {
  const { method, era, client } = request
  const params = paramsOf(request)
  return {
    ...{ method, era },
    ...(params === undefined ? {} : { params: redactedParams({ method, params }, redactor) }),
    ...(era === 'legacy' ? { capabilities: client.capabilities } : {}),
  }
}

export function redactedParams(
  { method, params }: { readonly method: string; readonly params: JsonObject },
  redactor: Redactor,
): JsonObject {
  return identifyRequest({ server: '', principal: '', method, params }, redactor, '').params ?? {}
}

function findPool(request: ServiceRequest, index: RecordingIndex, redactor: Redactor): Pool {
  const asking = askingOf(request, redactor)
  const pool = poolFor(asking, index)
  // What is a secret to this replay may have been none when it was recorded.
  return pool.length > 0 ? pool : poolFor({ ...asking, params: paramsOf(request) }, index)
}

/** A handshake is answered word for word only to the very client that was recorded: others speak other revisions. */
function poolFor(asking: Asking, index: RecordingIndex): Pool {
  return isHandshake(asking.method) ? index.exactPoolFor(asking) : index.poolFor(asking)
}

/** The token of progress is new with each request. */
function withoutToken(params: JsonObject | undefined): JsonObject | undefined {
  const meta = params?._meta
  if (!isJsonObject(meta) || meta.progressToken === undefined) return params
  const { progressToken, ...rest } = meta
  return { ...params, _meta: rest }
}

const MAX_REMEMBERED = 1000
const MAX_REMEMBERED_LENGTH = 10_000
