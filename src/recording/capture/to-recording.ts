/** An exchange that is over, as it is stored. */
import { defined, isJsonObject, type JsonObject } from '../../base/index.js'
import type { RecordedResponse, RecordedTool, Recording } from '../recording.js'
import type { Redactor } from '../redaction/redactor.js'
import { sealRecording } from '../redaction/seal-recording.js'
import { calledTool, identifyRequest } from '../request-identity.js'
import type { Exchange, ExchangeEnd } from './exchange.js'

/** What a recording says beside the exchange itself. */
export interface RecordingContext {
  readonly server: string
  readonly serverVersion?: string
  readonly launch?: string
  readonly redactor: Redactor
  readonly generation: number
  /** Of the tool that was called; undefined where none was. */
  readonly contract: Omit<RecordedTool, 'name'> | undefined
}

/** Sealed: nothing of it has not passed the gate. */
export function toRecording(
  { request, recordedAt, between, leftOut, http }: Omit<Exchange, 'end'>,
  { ended, response, written, answeredAs, durationMs }: ExchangeEnd,
  context: RecordingContext,
): Recording {
  const { server, serverVersion, launch, redactor, generation } = context
  const { method, params, principal, revision, capabilities, earlier } = request
  const name = calledTool(method, params)
  const { contract } = context
  const tool = name === undefined || contract === undefined ? undefined : { name, ...contract }
  const said = isInterim(response) ? between : [...earlier, ...between]
  const recording: Recording = {
    ...identifyRequest(
      { server, principal, method, ...defined({ params }) },
      redactor,
      tool?.fingerprint ?? '',
    ),
    ...defined({ serverVersion, launch }),
    revision,
    ...defined({ tool }),
    ...defined({ capabilities }),
    between: said,
    ...(leftOut === 0 ? {} : { leftOut }),
    ended,
    ...defined({ response, written, answeredAs, http }),
    generation,
    recordedAt,
    durationMs,
  }
  return sealRecording(recording, redactor)
}

/** A step on the way to an answer: the server wants input first. */
export function isInterim(response: RecordedResponse | undefined): boolean {
  if (response === undefined || !('result' in response) || !isJsonObject(response.result)) return false
  return response.result.resultType === 'input_required'
}

/** A message of a server or a client without its token of progress: a replay puts in the caller's. */
export function withoutProgressToken(message: JsonObject): JsonObject {
  const { params } = message
  if (!isJsonObject(params) || params.progressToken === undefined) return message
  const { progressToken: _token, ...rest } = params
  return { ...message, params: rest }
}
