/** Says of a list of tools that it is large, and what to do about it: what a client lists it may show its model whole. */
import { estimateTokens, isJsonObject, type JsonObject } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'

/** From this size on, in bytes of JSON: some 25,000 tokens. */
const LARGE_LIST_BYTES = 100_000

/** The response, with its size under `dev.understudy/large` of the list's `_meta` where it is large. */
export function tellLarge(response: ServiceResponse, onLarge: (message: string) => void): ServiceResponse {
  const { result } = response as { readonly result?: unknown }
  if (!isJsonObject(result) || !Array.isArray(result.tools)) return response
  const json = JSON.stringify(result.tools)
  const bytes = Buffer.byteLength(json)
  if (bytes < LARGE_LIST_BYTES) return response
  const tokens = estimateTokens(json)
  const told: JsonObject = { tools: result.tools.length, bytes, tokens, hint: HINT }
  onLarge(
    `The list of ${result.tools.length} tools has ${Math.round(bytes / 1000)} kB, about ${tokens} tokens of a model's context: ${HINT}`,
  )
  const meta = isJsonObject(result._meta) ? result._meta : {}
  return { result: { ...result, _meta: { ...meta, [LARGE_KEY]: told } } }
}

const LARGE_KEY = 'dev.understudy/large'
const HINT =
  'with --list own the gateway lists its own tools alone, which find all others, and these can be called all the same'
