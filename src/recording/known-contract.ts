/** What has to be known of a call's tool to record the call, or to find its recording. */
import { withWrittenNumbers } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import type { RecordedEffect, Recording } from './recording.js'
import { KEY_VERSION, recordingKey } from './recording-key.js'
import type { Redactor } from './redaction/redactor.js'

export interface KnownContract {
  /** Of the tool's contract as it is now. */
  readonly fingerprint: string
  /** Digest of how the server is started or reached; absent when it is not known. */
  readonly launch?: string
  /** The tool's effect as it is understood now; absent when it is not known. */
  readonly effect?: RecordedEffect
}

/** The fields of a recording that say which call it answers. */
export type RecordedCall = Pick<
  Recording,
  'key' | 'keyVersion' | 'server' | 'principal' | 'method' | 'params'
>

/** Redacts a call's arguments as they are stored, and makes its key. Undefined when a part of the arguments is unknown. */
export function recordedCall(
  call: ToolCall,
  fingerprint: string,
  principal: string,
  redactor: Redactor,
): RecordedCall | undefined {
  if (call.unknownAt !== undefined && call.unknownAt.length > 0) return undefined
  const { server, tool, writtenArguments: text } = call
  const args =
    call.arguments === undefined
      ? {}
      : {
          arguments: redactor.redact(
            text === undefined ? call.arguments : withWrittenNumbers(call.arguments, text),
          ),
        }
  const key = recordingKey({ server, tool, fingerprint, principal, ...args })
  return {
    ...{ key, keyVersion: KEY_VERSION, server, principal },
    ...{ method: 'tools/call', params: { name: tool, ...args } },
  }
}
