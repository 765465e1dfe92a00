/** An answer as it came from a server, and what the trace has to know of it. */
import { isJsonObject } from '../../base/index.js'
import type { Answer } from '../../call/index.js'
import type { ServiceResponse } from '../../server/index.js'

/** The content is left where it is: only its kind is looked at. */
export function answerOfResponse(response: ServiceResponse): Answer {
  const provenance = { source: 'live' as const }
  if ('error' in response) {
    const { code, message, data } = response.error
    return {
      outcome: { kind: 'rpc-error', code, message, ...(data === undefined ? {} : { data }) },
      provenance,
    }
  }
  const { result } = response
  const isError = isJsonObject(result) && result.isError === true
  return { outcome: { kind: isError ? 'tool-error' : 'result', content: [] }, provenance }
}
