/** What a tool's answer looks like to a test: read-only views of the outcome, and what happened while it was on its way. */
import { isJsonObject, type JsonObject, type JsonValue, UsageError } from '../../base/index.js'
import { answerTokens, type Outcome, outcomeText, type Provenance } from '../../call/index.js'
import {
  type ContentBlock,
  classifyMessage,
  type RpcFailure,
  type RpcResult,
  readToolResult,
} from '../../protocol/index.js'
import { errorOutcome, type Progress, resultOutcome } from '../../session/index.js'
import type { TapEvent } from '../../transport/index.js'

/** A notification as it came; `atMs` is monotonic. */
export interface Received {
  readonly method: string
  readonly params: JsonObject
  readonly atMs: number
}

/** What is known of an answer beside the answer. */
export interface ResponseCircumstances {
  readonly provenance?: Provenance
  readonly call?: { readonly tool: string; readonly arguments?: JsonObject }
  readonly progress?: readonly Progress[]
  /** Every notification that came between the request and its answer. */
  readonly notifications?: readonly Received[]
  /** What the server asked meanwhile: method and params, of requests and of `input_required` rounds. */
  readonly asked?: readonly { readonly method: string; readonly params: JsonObject }[]
  readonly durationMs?: number
  /** The last frames and lines of the connection, oldest first, for messages of failing tests. */
  readonly lastEvents?: readonly TapEvent[]
  readonly stderrTail?: readonly string[]
  /** Answers that other tools of the server gave earlier, newest first: controls of the vacuity check. */
  readonly otherAnswers?: readonly MCPResponse[]
  /** Why the host that is imitated would not show this answer to its model. */
  readonly refusedByHost?: string
}

/**
 * The answer to one `tools/call`. `success` is true only for a result without `isError` that the host takes: tool errors and
 * JSON-RPC errors are told apart by `outcome.kind`.
 */
export class MCPResponse {
  readonly outcome: Outcome
  readonly raw: RpcResult | RpcFailure
  readonly circumstances: ResponseCircumstances

  constructor(outcome: Outcome, raw: RpcResult | RpcFailure, circumstances: ResponseCircumstances = {}) {
    this.outcome = outcome
    this.raw = raw
    this.circumstances = circumstances
  }

  /**
   * Reads a JSON-RPC response to `tools/call`, as a value or as text that was parsed.
   * @throws UsageError USAGE for what is no response, or has a result that is no object
   */
  static fromJsonRpc(message: JsonValue, circumstances: ResponseCircumstances = {}): MCPResponse {
    const classified = classifyMessage(message)
    if (classified.kind === 'failure')
      return new MCPResponse(errorOutcome(classified.message.error), classified.message, circumstances)
    if (classified.kind !== 'result')
      throw noResponse(classified.kind === 'invalid' ? classified.reason : `it is a ${classified.kind}`)
    const reading = readToolResult(classified.message.result)
    if (reading.kind === 'unusable') throw noResponse(reading.reason)
    return new MCPResponse(resultOutcome(reading.value), classified.message, circumstances)
  }

  get success(): boolean {
    return this.outcome.kind === 'result' && this.circumstances.refusedByHost === undefined
  }

  /** The text blocks, joined by line feeds; undefined where there is none, and for JSON-RPC errors. */
  get content(): string | undefined {
    return this.blocks.some(({ type }) => type === 'text') ? outcomeText(this.outcome) : undefined
  }

  /** Every content block, with images, audio, links and resources. */
  get blocks(): readonly ContentBlock[] {
    return this.outcome.kind === 'rpc-error' ? [] : this.outcome.content
  }

  /** The structured content. */
  get structured(): JsonValue | undefined {
    return this.outcome.kind === 'rpc-error' ? undefined : this.outcome.structured
  }

  /** Of a JSON-RPC error. A tool error has none: it is an answer of the tool. */
  get errorCode(): number | undefined {
    return this.outcome.kind === 'rpc-error' ? this.outcome.code : undefined
  }

  /** Why it is no success: the tool's own error text, the message of the JSON-RPC error, or the host's reason. */
  get errorMessage(): string | undefined {
    if (this.outcome.kind === 'result') return this.circumstances.refusedByHost
    return outcomeText(this.outcome)
  }

  get errorData(): JsonValue | undefined {
    return this.outcome.kind === 'rpc-error' ? this.outcome.data : undefined
  }

  get provenance(): Provenance {
    return this.circumstances.provenance ?? { source: 'live' }
  }

  /** An estimate of what the answer takes of a model's context: see `answerTokens`. */
  get tokens(): number {
    return answerTokens(this.outcome)
  }
}

function noResponse(reason: string): UsageError {
  return new UsageError('USAGE', `Cannot read a response to tools/call: ${reason}`)
}

/** True for an answer of a test's call, also when two copies of the package are loaded. */
export function isMcpResponse(value: unknown): value is MCPResponse {
  return (
    value instanceof MCPResponse ||
    (typeof value === 'object' &&
      value !== null &&
      'outcome' in value &&
      'raw' in value &&
      'circumstances' in value &&
      isJsonObject(value.raw))
  )
}
