/** The messages between host and guest: one JSON object a line. The guest imports these types and nothing else. */

/** Host to guest. */
export type HostMessage = ExecuteMessage | RpcResultMessage | WakeMessage

/** Starts the program: once in a guest, and again once the program is over, where the next one is another run of the same. */
export interface ExecuteMessage {
  readonly type: 'execute'
  /**
   * Stands at the start of every message of the guest from here on, and never reaches the program: what lacks it, the program wrote itself.
   * Hexadecimal digits.
   */
  readonly secret: string
  readonly code: string
  readonly file_name: string
  readonly params: unknown
  readonly world: WorldMessage
  /** What the guest may send in all; a guest that keeps to it is told apart from one that floods. */
  readonly max_bytes: number
  readonly max_depth: number
  /** What the text calls the watcher of its conditions; absent: it has none, and nothing is watched. */
  readonly watcher?: string
}

/** Virtual time and chance, or the machine's. `chance` is what the guest's random numbers start from: four integers of 32 bits. */
export type WorldMessage =
  | {
      readonly kind: 'virtual'
      readonly chance: readonly [number, number, number, number]
      readonly now_ms: number
    }
  | { readonly kind: 'real' }

/** The time has passed after which the guest asked to be woken. */
export interface WakeMessage {
  readonly type: 'wake'
}

/** Answers the call with the same `id`, exactly once. */
export type RpcResultMessage = {
  readonly type: 'rpc_result'
  readonly id: number
  /** How much virtual time the call takes; it counts for nothing in real time. */
  readonly elapsed_ms: number
} & (
  | { readonly success: true; readonly result: unknown }
  /** Nothing is known about the result but where it comes from. */
  | { readonly success: true; readonly unknown: string }
  | { readonly success: false; readonly error: RpcError }
)

export interface RpcError {
  readonly tool: string
  readonly layer: string
  readonly code: number | null
  readonly message: string
  readonly content: unknown
}

/** Guest to host. After `ready` each line begins with `{"secret":"…",`, and the members of the message follow. */
export type GuestMessage =
  | ReadyMessage
  | RpcCallMessage
  | AwaitingMessage
  | ConsoleMessage
  | CapabilityMessage
  | WatchedMessage
  | ExecutionCompleteMessage
  | LimitExceededMessage

/** The guest waits for `execute`; sent once, before anything else. */
export interface ReadyMessage {
  readonly type: 'ready'
}

export interface RpcCallMessage {
  readonly type: 'rpc_call'
  /** Counts from 1. */
  readonly id: number
  readonly server: string
  readonly tool: string
  readonly args?: unknown
  /** JSON Pointers into `args` to unknown values. */
  readonly unknown_at: readonly string[]
  /** Virtual milliseconds since the program started, whole; absent in real time. */
  readonly at_ms?: number
  readonly line?: number
  readonly column?: number
}

/**
 * In virtual time: the guest has nothing to do until every call it made has its reply; before this message it gets none.
 * In real time replies come by themselves, and this asks to be woken when none came in time; a later one takes its place.
 */
export interface AwaitingMessage {
  readonly type: 'awaiting'
  /** In real time alone. */
  readonly wake_after_ms?: number
}

export interface ConsoleMessage {
  readonly type: 'console'
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'debug'
  readonly text: string
}

/** The program tried what it may not, and the guest refused it before Deno had to. */
export interface CapabilityMessage {
  readonly type: 'capability'
  /** Text run as code; chance that no seed gives. */
  readonly kind: 'eval' | 'chance'
  readonly target: string
}

/** What was seen of the conditions of a watched program since the message before; sent before each call and before the end. */
export interface WatchedMessage {
  readonly type: 'watched'
  /** In the order in which they were decided: the number of the condition, what it is, how it came out, and what it was decided from. */
  readonly log: readonly (readonly [
    id: number,
    kind: string,
    outcome: boolean,
    operands: readonly unknown[],
  ])[]
  /** True when there was more than is told. */
  readonly cut: boolean
  /** What of the world the program looked at. */
  readonly clock: boolean
  readonly chance: boolean
}

/** The end; what comes after it is not read. */
export type ExecutionCompleteMessage =
  | {
      readonly type: 'execution_complete'
      readonly success: true
      readonly result: unknown
      readonly unknown_at: readonly string[]
      /** Calls by their `id`, ascending: the program's body had returned before it had their replies, or before it made them. */
      readonly left_open: readonly number[]
    }
  | { readonly type: 'execution_complete'; readonly success: false; readonly error: ProgramError }

export interface ProgramError {
  readonly name: string
  readonly message: string
  readonly line?: number
  readonly column?: number
  /** The call whose ToolError it is. */
  readonly call_id?: number
}

/** The guest was about to send more, or deeper, than it may. */
export interface LimitExceededMessage {
  readonly type: 'limit_exceeded'
  readonly limit: 'bytes' | 'depth'
}
