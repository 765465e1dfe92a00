/** The port to where untrusted code runs. */
import type { JsonObject, JsonValue, PausableTime } from '../base/index.js'
import type { CallSite } from '../call/index.js'

/**
 * Runs untrusted programs, whose only way out is a tool call.
 * `run` may be called concurrently; runs never see each other. It resolves however the program ended: that is a value (`ended`).
 * It throws SandboxError when no guest could be started, and the signal's reason when aborted; the guest is gone by then.
 * Whoever created the sandbox closes it: closing kills what runs and waits until it is gone; closing twice is fine.
 */
export interface Sandbox extends AsyncDisposable {
  /** The layers of isolation that are really active here, such as "deno-permissions", "rlimits", "netns". */
  readonly layers: readonly string[]
  run(job: GuestJob): Promise<GuestRun>
  /** Opens runs of one program, one after the other, in one guest where that is possible; absent where it is not. */
  openSeries?(): GuestSeries
  /**
   * Until what is returned is disposed of, nothing is started ahead: for whoever has other work to do once a run is over. Absent where
   * nothing ever is.
   */
  holdStarts?(): Disposable
}

/**
 * Runs of one program that its caller compares: they may see what the ones before left behind, so that nothing may rest on a series in
 * which the first job, given again, does not run as it did. Closing ends the guest.
 */
export interface GuestSeries extends AsyncDisposable {
  /** One at a time. Resolves as `Sandbox.run` does, but for what the kernel tells of a guest that has ended: attempts on the machine. */
  run(job: GuestJob): Promise<GuestRun>
}

export interface GuestJob {
  /** JavaScript: the body of an async function. Its lines are the lines of the user's file. */
  readonly code: string
  readonly fileName: string
  /**
   * Where in the text a call stands that the guest claims to be at, at the name of the tool; undefined when none stands there, and the call
   * then has no place. Without this function the guest's word is shown as it is.
   */
  callAt?(site: CallSite): CallSite | undefined
  /** What the program sees as `params`. */
  readonly params: JsonValue
  readonly world: World
  /** What the code calls the watcher of its conditions: a name that it has for nothing else. Absent: nothing is watched. */
  readonly watcher?: string | undefined
  /** The text that virtual chance starts from, beside the seed and the time. Default: the code. */
  readonly chanceFrom?: string | undefined
  readonly budgets?: Partial<Budgets>
  /** By which its real time is counted: it stands still while somebody holds it. Default: it never does. */
  readonly time?: PausableTime | undefined
  /** Answers a call of the program. Called in the order the host received the calls, also concurrently. If it rejects, the run rejects. */
  answer(call: GuestCall): Promise<GuestReply>
  readonly signal?: AbortSignal
}

/**
 * What the program finds around it; its permissions are the same in both: none.
 * `virtual`: time starts at `startMs` (milliseconds since the epoch) and passes without waiting, chance comes from the seed, and a
 * run is the same every time. `real`: clocks, timers and chance are the machine's, and each reply is handed over as it comes.
 */
export type World =
  | { readonly kind: 'virtual'; readonly seed: number; readonly startMs: number }
  | { readonly kind: 'real' }

/** What a run may use. Exceeding one ends the run with its own `ended`. */
export interface Budgets {
  /** Milliseconds of real time; default 10,000, in a real world 300,000. */
  readonly wallMs: number
  /** Seconds of processor time, whole; default 5. */
  readonly cpuSeconds: number
  /** Bytes of resident memory; default 512 MiB. */
  readonly residentBytes: number
  /** Tool calls in all; default 1,000. */
  readonly calls: number
  /** Tool calls from one place in the program; default 500. */
  readonly callsPerSite: number
  /** Bytes the guest may send, console included; default 16 MiB. */
  readonly bytesOut: number
  /** Bytes the guest may receive; default 64 MiB. */
  readonly bytesIn: number
  /** Levels of nesting of arguments and result; default 64. */
  readonly depth: number
}

export interface GuestCall {
  /** From 1, in the order received. */
  readonly n: number
  /** The guest has the replies of no calls but those up to this number: what came before the call, and no more. */
  readonly after: number
  readonly server: string
  readonly tool: string
  readonly arguments?: JsonObject
  /** JSON Pointers into the arguments where the guest put an unknown value (sent as null). */
  readonly unknownAt: readonly string[]
  /** Virtual milliseconds since the program started, as the guest says; absent in a real world. */
  readonly atMs?: number
  /** Where the text has a call, when the job can tell (`callAt`); otherwise as the guest says, for display only. */
  readonly site?: CallSite
}

/** `elapsedMs`: how much virtual time the call takes; 0 when nobody knows. In a real world it counts for nothing. */
export type GuestReply =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly elapsedMs: number }
  /** The guest gets a value of which nothing is known: it can be read, called, iterated and printed. */
  | { readonly kind: 'unknown'; readonly label: string; readonly elapsedMs: number }
  /** The call throws `ToolError` in the guest. */
  | { readonly kind: 'error'; readonly error: GuestToolError; readonly elapsedMs: number }
  /** Ends the run as `refused`: the guest is killed, and never learns of it. `why` is a sentence. */
  | { readonly kind: 'refusal'; readonly why: string }

export interface GuestToolError {
  readonly tool: string
  /** `transport`: nothing usable came back, and nobody knows whether the call did its work. */
  readonly layer: 'transport' | 'protocol' | 'tool'
  readonly code: number | null
  readonly message: string
  readonly content: JsonValue
}

export type Ended =
  | 'completed'
  | 'threw'
  | 'timed_out'
  | 'cpu_limit'
  | 'out_of_memory'
  | 'size_limit'
  | 'call_limit'
  | 'protocol_violation'
  | 'crashed'
  | 'refused'
  | 'never_started'

export interface GuestRun {
  readonly ended: Ended
  /** A sentence about the end when it is not `completed`: which limit, which signal, what was violated. */
  readonly why?: string
  /** What the program returned; null when nothing. */
  readonly result: JsonValue
  /** JSON Pointers into the result where an unknown value stands (as null). */
  readonly resultUnknownAt: readonly string[]
  /** Calls (`GuestCall.n`), ascending, that the program's body did not wait for: it returned before it had their replies, or before they were made. Absent: none. */
  readonly leftOpen?: readonly number[]
  /** What the program threw, when `ended` is `threw`. */
  readonly error?: GuestError
  readonly console: readonly ConsoleLine[]
  /** Accesses to the machine that were tried; all of them were denied. */
  readonly attempts: readonly CapabilityAttempt[]
  /** What was seen of the conditions, when the job has a watcher and the run got to its end. */
  readonly watched?: Watched
}

/** The guest's word on how it decided: nothing that is certain may rest on it where the program is not trusted to be what it seems. */
export interface Watched {
  /** In the order in which they were decided. */
  readonly log: readonly WatchedCondition[]
  /** What operations gave, of each pair of what it was given and what it gave one. */
  readonly values: readonly WatchedValue[]
  /** True when there was more than is told. */
  readonly isCut: boolean
  readonly looksAtClock: boolean
  readonly drawsChance: boolean
}

export interface WatchedValue {
  /** The number that the code gives it; conditions and operations are numbered together. */
  readonly id: number
  /** Digests, to be compared with those of other runs. The result's is `object` where it was not looked into. */
  readonly operands: string
  readonly result: string
  /** Whether it gave back what it was given, although it may give something else. */
  readonly isGiven: boolean
}

export interface WatchedCondition {
  /** The number that the code gives it. */
  readonly id: number
  /** An operator, the name of a method, `truth`, `nullish`, `member`, or `timer`. */
  readonly kind: string
  readonly outcome: boolean
  /** Values as they are; `{k: …}` for what JSON has no value for, or only in part. */
  readonly operands: readonly JsonValue[]
}

export interface GuestError {
  readonly name: string
  readonly message: string
  /** Where in the user's file, as the guest says. */
  readonly site?: CallSite
  /** The call (`GuestCall.n`) whose ToolError it is, when it is one. */
  readonly call?: number
}

export interface ConsoleLine {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug'
  readonly text: string
}

export interface CapabilityAttempt {
  /** net, read, write, env, run, sys, ffi, import; eval: text run as code; chance: what no seed could give. */
  readonly kind: string
  readonly target: string
  readonly allowed: false
}
