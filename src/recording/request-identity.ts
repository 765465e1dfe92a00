/** What of a request is stored, and the key under which its recordings are found. */
import { defined, isJsonObject, type JsonObject } from '../base/index.js'
import type { Recording } from './recording.js'
import { KEY_VERSION, recordingKey, requestKey } from './recording-key.js'
import { redactMessage } from './redaction/redact-message.js'
import type { Redactor } from './redaction/redactor.js'

export interface IdentifiedRequest {
  readonly server: string
  readonly principal: string
  readonly method: string
  /** As the client sent them. */
  readonly params?: JsonObject
}

/** The fields of a recording that say which request it answers. */
export type RequestIdentity = Pick<
  Recording,
  'key' | 'keyVersion' | 'server' | 'principal' | 'method' | 'params'
>

/** `fingerprint` is that of the called tool's contract; it counts for calls of tools alone. */
export function identifyRequest(
  { server, principal, method, params }: IdentifiedRequest,
  redactor: Redactor,
  fingerprint: string,
): RequestIdentity {
  const stored = params === undefined ? undefined : redactedParams(params, redactor)
  const tool = calledTool(method, params)
  const args = isJsonObject(stored?.arguments) ? { arguments: stored.arguments } : {}
  const key =
    tool === undefined
      ? requestKey({ server, method, principal, ...defined({ params: stored }) })
      : recordingKey({ server, tool, fingerprint, principal, ...args })
  return {
    ...{ key, keyVersion: KEY_VERSION, server, principal, method },
    ...defined({ params: stored }),
  }
}

/** The name of the tool that a request calls; undefined for a request of another kind, or one that names none. */
export function calledTool(method: string, params: JsonObject | undefined): string | undefined {
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined
}

/** Without the token of progress, which is new with every request. The name of a tool stays: it is part of the protocol. */
function redactedParams(params: JsonObject, redactor: Redactor): JsonObject {
  const { _meta: meta, ...rest } = params
  const kept = isJsonObject(meta) ? withoutToken(meta) : meta
  return redactMessage({ ...rest, ...defined({ _meta: kept }) }, redactor)
}

function withoutToken(meta: JsonObject): JsonObject | undefined {
  const { progressToken, ...rest } = meta
  return progressToken !== undefined && Object.keys(rest).length === 0 ? undefined : rest
}
