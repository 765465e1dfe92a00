/** One request that is under way, and what is said until it is over. */
import type { Clock, JsonObject } from '../../base/index.js'
import type { RpcId } from '../../protocol/index.js'
import type {
  HttpFacts,
  Interjection,
  OtherId,
  RecordedResponse,
  Recording,
  WrittenResponse,
} from '../recording.js'
import type { Start } from './distinct-starts.js'

/** What was asked, by whom, and in which world. */
export interface SeenRequest {
  /** Absent for a request of HTTP that carries no message of its own. */
  readonly id?: RpcId
  readonly method: string
  readonly params?: JsonObject
  readonly principal: string
  readonly revision: string
  /** What the client declared in its handshake. */
  readonly capabilities?: JsonObject
  /** Rounds of questions and answers that led to this request. */
  readonly earlier: readonly Interjection[]
}

export interface Exchange {
  readonly request: SeenRequest
  /** Of the server's data when the request was made. */
  readonly generation: Promise<number>
  readonly recordedAt: string
  readonly between: readonly Interjection[]
  /** How many messages were left out, because there were too many. */
  readonly leftOut: number
  readonly http: HttpFacts | undefined
  /** Undefined while it is under way. */
  readonly end: ExchangeEnd | undefined
  /** `bytes` is about how much memory the message takes. */
  interject(from: Interjection['from'], message: JsonObject, bytes: number, aside?: boolean): void
  learn(facts: HttpFacts): void
  /** An answer that names another request came where nothing else is waited for: its answer, unless a proper one follows. */
  suppose(response: HeardResponse, answeredAs: OtherId): void
  /** The first end counts; false for any other. */
  finish(ended: Recording['ended'], response?: HeardResponse): boolean
}

/** An answer, and what its value does not show of it. */
export interface HeardResponse {
  readonly response: RecordedResponse
  readonly written?: WrittenResponse
}

export interface ExchangeEnd {
  readonly ended: Recording['ended']
  readonly response?: RecordedResponse
  readonly written?: WrittenResponse
  readonly answeredAs?: OtherId
  readonly durationMs: number
}

/** Begins now; `start` says when that is to be stored as, and hears when it is over. */
export function createExchange(
  request: SeenRequest,
  {
    clock,
    start,
    generation,
    http: facts,
  }: {
    readonly clock: Clock
    readonly start: Start
    readonly generation: Promise<number>
    readonly http?: HttpFacts
  },
): Exchange {
  const startedMs = clock.monotonic()
  const recordedAt = new Date(start.atMs).toISOString()
  const between: Interjection[] = []
  let heldBytes = 0
  let leftOut = 0
  let http = facts
  let end: ExchangeEnd | undefined
  let supposed: ExchangeEnd | undefined
  const elapsed = (): number => Math.max(0, round(clock.monotonic() - startedMs))
  return {
    request,
    generation,
    recordedAt,
    between,
    get leftOut() {
      return leftOut
    },
    get http() {
      return http
    },
    get end() {
      return end
    },
    interject(from, message, bytes, aside = false) {
      if (between.length >= MAX_INTERJECTIONS || heldBytes + bytes > MAX_BYTES) {
        leftOut++
        return
      }
      heldBytes += bytes
      // What comes in one piece with the answer, and behind it, stays there.
      const atMs = end === undefined ? elapsed() : Math.max(elapsed(), round(end.durationMs + 0.001))
      between.push({ atMs, from, message, ...(aside ? { aside: true } : {}) })
    },
    learn(more) {
      http = { ...http, ...more }
    },
    suppose(heard, answeredAs) {
      supposed ??= { ended: 'answered', ...heard, answeredAs, durationMs: elapsed() }
    },
    finish(ended, heard) {
      if (end !== undefined) return false
      const own = { ended, durationMs: elapsed(), ...heard }
      end = heard === undefined ? (supposed ?? own) : own
      start.over()
      return true
    },
  }
}

/** A server that talks without end must not fill the memory. */
const MAX_INTERJECTIONS = 10_000
const MAX_BYTES = 64 * 1024 * 1024

/** Microseconds are as fine as it gets. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
