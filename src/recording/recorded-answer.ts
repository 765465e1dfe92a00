/** What a recording says to whoever asks the same again. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import { readToolResult } from '../protocol/index.js'
import type { RecordedResponse, Recording, ToolRecording } from './recording.js'

/**
 * True for a whole answer to a proper request: no step on the way to one (input required, a task), nothing that was cut off,
 * nothing that was refused for its HTTP headers, nothing that named another request.
 */
export function isAnswer({ response, answeredAs, http }: Recording): boolean {
  if (response === undefined || answeredAs !== undefined || http?.anomalies !== undefined) return false
  return 'error' in response || !isStep(response.result)
}

/** What the tool said; undefined when it is no answer, or a result that cannot be used. */
export function outcomeOf(recording: Recording): Outcome | undefined {
  const { response } = recording
  if (response === undefined || !isAnswer(recording)) return undefined
  if ('error' in response) {
    const { code, message, data } = response.error
    return { kind: 'rpc-error', code, message, ...defined({ data }) }
  }
  const reading = readToolResult(response.result)
  if (reading.kind === 'unusable') return undefined
  const { isError, ...said } = reading.value
  return { kind: isError ? 'tool-error' : 'result', ...said }
}

/** The answer on the wire that says the same. */
export function responseOf(outcome: Outcome): RecordedResponse {
  if (outcome.kind === 'rpc-error') {
    const { code, message, data } = outcome
    return { error: { code, message, ...defined({ data }) } }
  }
  const { kind, content, structured, meta } = outcome
  const result = {
    // Blocks of content are JSON; their interfaces have no index signature to say so.
    content: content as unknown as JsonValue,
    ...defined({ structuredContent: structured }),
    ...(kind === 'tool-error' ? { isError: true } : {}),
    ...defined({ _meta: meta }),
  }
  return { result }
}

export function isToolRecording(recording: Recording): recording is ToolRecording {
  return recording.tool !== undefined
}

/** The arguments of a recorded call; undefined when it had none. */
export function argumentsOf({ params }: Pick<Recording, 'params'>): JsonObject | undefined {
  return isJsonObject(params?.arguments) ? params.arguments : undefined
}

/** Specification: 2026-07-28, resultType; 2025-11-25, tasks. */
function isStep(result: JsonValue): boolean {
  if (!isJsonObject(result)) return false
  if (result.resultType !== undefined) return result.resultType !== 'complete'
  return isJsonObject(result.task) && result.content === undefined
}
