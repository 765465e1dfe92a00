/** A call that goes to its server as it came, and whose answer comes back as it came. */
import { isJsonObject } from '../../base/index.js'
import type { Answer, Answerer } from '../../call/index.js'
import type { ServiceResponse } from '../../server/index.js'

/** The end of a chain whose answer goes out as it came. */
export interface ForwardedCall extends Answerer {
  /** @throws Error when the chain has not come that far */
  response(): ServiceResponse
  readonly wasForwarded: boolean
}

export function forwardedCall(forward: () => Promise<ServiceResponse>): ForwardedCall {
  let response: ServiceResponse | undefined
  return {
    name: 'live',
    async answer() {
      response = await forward()
      return answerOfResponse(response)
    },
    get wasForwarded() {
      return response !== undefined
    },
    response() {
      if (response === undefined) throw new Error('the chain has not come to its end')
      return response
    },
  }
}

/** What the trace has to know. The content is left where it is: only its kind is looked at. */
function answerOfResponse(response: ServiceResponse): Answer {
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
