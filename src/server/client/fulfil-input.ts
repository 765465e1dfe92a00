/** Gives a service the input that it requires, from a client of the legacy era: by requests, and by asking the service once more. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { RPC_CODES, readInputRequests } from '../../protocol/index.js'
import type { Service, ServiceResponse } from '../service.js'
import type { ServedTurn } from './served-turn.js'

/** Rounds after which a service that is never content is given up. */
const MAX_ROUNDS = 20

export function isInputRequired(response: ServiceResponse): boolean {
  return (
    response.verbatim !== true &&
    'result' in response &&
    isJsonObject(response.result) &&
    response.result.resultType === 'input_required'
  )
}

/** Resolves with the final response, or with an error that says which input is missing. */
export async function fulfilInput(
  service: Service,
  turn: ServedTurn,
  first: ServiceResponse,
): Promise<ServiceResponse> {
  const { request } = turn
  let response = first
  for (let round = 0; isInputRequired(response); round++) {
    if (round === MAX_ROUNDS) return failed(`it was asked for ${MAX_ROUNDS} times`)
    const required = 'result' in response && isJsonObject(response.result) ? response.result : {}
    const { requestState } = required
    const input = await askAll(turn, required)
    if ('problem' in input) return failed(input.problem)
    const params = {
      ...request.params,
      inputResponses: input.given,
      ...defined({ requestState }),
    }
    response = await service.answer({ ...request, params }, turn)
  }
  return response
}

async function askAll(
  turn: ServedTurn,
  { inputRequests }: JsonObject,
): Promise<{ readonly given: JsonObject } | { readonly problem: string }> {
  const requests = readInputRequests(inputRequests)
  if (requests === undefined) return { problem: 'what it asks for are no requests by name' }
  const given: [string, JsonValue][] = []
  const answers = await Promise.all(
    Array.from(requests, async ([key, { method, params }]) => ({
      key,
      method,
      answer: await turn.ask(method, params),
    })),
  )
  for (const { key, method, answer } of answers) {
    if ('error' in answer)
      return { problem: `the client answered ${method} with an error: ${answer.error.message}` }
    given.push([key, answer.result])
  }
  return { given: Object.fromEntries(given) }
}

function failed(reason: string): ServiceResponse {
  const message = `The request needs input of the client that cannot be had: ${reason}`
  return { error: { code: RPC_CODES.INTERNAL_ERROR, message } }
}
