/** What a mock is made of, and what it tells. */
import type { Clock, JsonObject } from '../../base/index.js'
import type { Answerer, Outcome, Source, Stub } from '../../call/index.js'
import type { RehearseOptions } from '../../dryrun/index.js'
import type { Tool } from '../../protocol/index.js'
import type { RecordingStore } from '../../recording/index.js'

/** What `parseToolsFile` gives fits in here. How recordings are taken is said as for a rehearsal. */
export interface MockServerOptions
  extends Pick<RehearseOptions, 'freshness' | 'ignoredArguments' | 'redaction'> {
  readonly tools: readonly Tool[]
  /** The name that stubs and recordings have for the server, and the one it gives itself. Default `server`. */
  readonly server?: string
  readonly version?: string
  /** Digest of how the real server is started: only recordings of one started so are served. Absent: recordings of any. */
  readonly launch?: string
  readonly stubs?: readonly Stub[]
  /** Answerers of your own, asked after the stubs and before the recordings. */
  readonly answerers?: readonly Answerer[]
  /** Recordings. Those of calls that read are served. */
  readonly store?: RecordingStore
  /** Also serves what tools answered that may have changed something. Default false. */
  readonly servesWrites?: boolean
  /** Whose recordings. Default: `anonymous`. */
  readonly principal?: (server: string) => string
  /** Values that were replaced in the recordings. */
  readonly secrets?: readonly string[]
  /** Of the values that are made of output schemas. Default 1. */
  readonly seed?: number
  /** False: arguments are not held against the input schema. Default true: all that break it are refused, as by a strict server. */
  readonly validate?: boolean
  /** What a call gets that nothing answers: an `error`, the default, or a result that is `empty`. */
  readonly unknown?: 'error' | 'empty'
  /** Told of every call once it is answered. Must not throw. */
  readonly onCall?: (call: MockCall) => void
  /** Waits for the delays of stubs. */
  readonly clock?: Clock
}

/** A call that came. */
export interface MockCall {
  /** From 1, over all connections. */
  readonly n: number
  readonly tool: string
  readonly arguments?: JsonObject
  /** Absent while it is being answered, and for good when the client gave up before. */
  readonly answer?: MockAnswer
}

export interface MockAnswer {
  readonly outcome: Outcome
  /** Who gave it: `stub`, `recording`, `schema`; `unknown` when nobody could. */
  readonly source: Source
  /** A few words on the choice. */
  readonly note?: string
}
