/** What one may say about a request beside its params. */
import type { JsonObject } from '../base/index.js'
import type { RpcFailure, RpcResult } from '../protocol/index.js'

export interface RequestOptions {
  /** Milliseconds until the request is given up; default: the session's. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** As `signal`, for who makes so many requests that a signal for each costs too much: takes how to cancel, returns how to forget that. */
  readonly onCancel?: (cancel: (reason: unknown) => void) => () => void
}

export interface CallOptions extends RequestOptions {
  /** The params as somebody else wrote them: their numbers that JavaScript cannot hold are sent as they stand there. */
  readonly writtenParams?: string

  /** Told right before the request is written, each time it is. When it throws nothing is written, and the call rejects with that. */
  readonly onSending?: () => void
  /** Asks the server for progress. Must not throw. */
  readonly onProgress?: (progress: Progress) => void
  /** Starts the time limit anew at every progress notification; default false. */
  readonly resetTimeoutOnProgress?: boolean
  /** Milliseconds that a request may take however much it progresses; default ten times `timeoutMs`. */
  readonly maxTotalMs?: number
  /** Metadata of the caller's, put beside what the protocol puts into `_meta`. */
  readonly meta?: JsonObject
  /** Is told the final response as it came, before it is read. Must not throw. */
  readonly onResponse?: (message: RpcResult | RpcFailure) => void
  /** Is told every response as its server wrote it, where it wrote text. Must not throw. */
  readonly onWritten?: (text: string) => void
}

/** A progress notification (specification: basic/utilities/progress). */
export interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** As a notification tells it; undefined where it has no number "progress". */
export function progressIn({ progress, total, message }: JsonObject): Progress | undefined {
  if (typeof progress !== 'number') return undefined
  return {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  }
}
