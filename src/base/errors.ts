/**
 * The errors of this package: "we were used wrongly" and "the world broke".
 * What a tool or a plan said no to is a value (Outcome, Finding), never one of these.
 */

/** Every error code, with the class that carries it and what it means. Pinned by a test, documented row by row. */
export const ERROR_CODES = {
  // used wrongly
  USAGE: ['UsageError', 'an option, argument or method was used wrongly'],
  ALREADY_CLOSED: ['UsageError', 'something was used after it was closed'],
  FILE_UNREADABLE: ['UsageError', 'a file named by the user cannot be read'],
  CONFIG_INVALID: ['UsageError', 'a server configuration file cannot be understood'],
  STUBS_INVALID: ['UsageError', 'a stubs file or a stub cannot be understood'],
  SETTINGS_INVALID: ['UsageError', 'the settings file cannot be understood'],
  CONTACT_INVALID: ['UsageError', 'a tool cannot be asked for real in the way that settings say'],
  TOOLS_INVALID: ['UsageError', 'a tools file cannot be understood'],
  LOCK_INVALID: ['UsageError', 'a contract lock cannot be understood'],
  POLICY_INVALID: ['UsageError', 'a policy cannot be understood'],
  RECEIPT_INVALID: ['UsageError', 'a receipt cannot be understood'],
  RECEIPT_REFUSED: [
    'UsageError',
    'a receipt does not hold: it was edited, is of another plan, is expired or was spent',
  ],
  TOKENS_INVALID: ['UsageError', 'a tokens file cannot be understood'],
  RECORDING_INVALID: ['UsageError', 'a recording that is not whole was to be stored'],
  DUPLICATE_SERVER: ['UsageError', 'two servers have one name'],
  JOURNAL_KEY: ['UsageError', 'a journal of runs has no key, cannot use it, or was written with another one'],
  APPROVAL_KEY: ['UsageError', 'the key of an approver cannot be used'],
  RUN_UNKNOWN: ['UsageError', 'there is no run of that name, or it is past what was asked'],
  UNDO_REFUSED: [
    'UsageError',
    'a run cannot be taken back: it is under way, or nothing is kept here of before',
  ],
  MODE_REFUSES: ['UsageError', 'a gateway was asked for what its mode does not do'],
  REHEARSALS_FULL: ['UsageError', 'as many clients of a gateway rehearse as may'],
  GATEWAY_LOOP: ['UsageError', 'a gateway stands behind itself'],
  NO_ANSWER: ['UsageError', 'no answerer of the chain answered a call'],
  JSON_INVALID: ['UsageError', 'text that should be JSON is not, or breaks a limit'],
  // the wire
  SPAWN_FAILED: ['TransportError', 'a server process could not be started'],
  CONNECTION_CLOSED: ['TransportError', 'the server ended or closed its output'],
  WRITE_FAILED: ['TransportError', 'a message could not be written to the server'],
  MESSAGE_TOO_LARGE: ['TransportError', 'a message exceeds the size limit'],
  HTTP_FAILED: [
    'TransportError',
    'an HTTP request failed, or its answer never came, also not on a stream that was asked for again',
  ],
  ENGINE_MISSING: ['TransportError', 'no container engine answers'],
  ENGINE_FAILED: ['TransportError', 'the container engine could not do what it was asked'],
  COPY_REFUSED: ['TransportError', 'no copy of this machine could be made'],
  COPY_LIMIT: ['TransportError', 'a copy of this machine was ended, as what ran in it went over a limit'],
  STAND_IN_FAILED: [
    'TransportError',
    'a server that stands in for another one in rehearsals could not be set up',
  ],
  // the conversation
  HANDSHAKE_FAILED: ['SessionError', 'the server did not complete initialization'],
  REVISION_UNSUPPORTED: ['SessionError', 'client and server share no protocol revision'],
  REQUEST_TIMEOUT: [
    'SessionError',
    'no response came within the time limit, or the server never took what was sent',
  ],
  REQUEST_ABORTED: ['SessionError', 'the caller cancelled a request'],
  RESPONSE_INVALID: ['SessionError', 'a response breaks the protocol so that it cannot be used'],
  RPC_ERROR: ['SessionError', 'the server answered a request with a JSON-RPC error'],
  INPUT_UNANSWERED: ['SessionError', 'a server asks for input that nobody here gives'],
  PAGING_ENDLESS: ['SessionError', 'a paged list did not end'],
  PROTOCOL_VIOLATED: ['SessionError', 'the server broke the protocol, and the test wanted to know'],
  // the sandbox
  SANDBOX_MISSING: ['SandboxError', 'no usable Deno was found'],
  SANDBOX_ALTERED: ['SandboxError', 'the Deno of the optional package is not the one that was published'],
  SANDBOX_START_FAILED: ['SandboxError', 'the sandbox process could not be started'],
  SANDBOX_LAYER_MISSING: ['SandboxError', 'a required layer of isolation is not available'],
  // stores
  STORE_UNREADABLE: ['StoreError', 'a store cannot be opened, read or written'],
  STORE_CORRUPT: ['StoreError', 'a store is damaged'],
  STORE_NEWER: ['StoreError', 'a store was written by a newer release'],
  STORE_LOCKED: [
    'StoreError',
    'another process holds the store for too long, or its server has no room for one more',
  ],
  STORE_FULL: ['StoreError', 'the disk is full or the store cannot grow'],
  RUN_LOST: ['StoreError', 'another owner has the run, or somebody abandoned it'],
  WRITE_FILE_FAILED: ['StoreError', 'a file could not be written'],
} as const satisfies Record<string, readonly [ErrorClassName, string]>

export type ErrorClassName = 'UsageError' | 'TransportError' | 'SessionError' | 'SandboxError' | 'StoreError'
export type ErrorCode = keyof typeof ERROR_CODES
/** The codes that belong to one class. */
export type CodeOf<Name extends ErrorClassName> = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code][0] extends Name ? Code : never
}[ErrorCode]

/** What an error says beside its message. */
export interface ErrorDetails {
  /** What to do about it: one sentence, printed after "Hint: ". */
  readonly hint?: string
  /** Lines of evidence under the first line of the message, such as the last lines of standard error. */
  readonly evidence?: readonly string[]
  /** Machine-readable values that belong to the code. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** What all errors of this package share. Catch one class or test `code`; messages are for people. */
export abstract class UnderstudyError extends Error {
  abstract override readonly name: ErrorClassName
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly evidence: readonly string[]
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(
      [message, ...(details.evidence ?? [])].join('\n  '),
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.code = code
    this.hint = details.hint
    this.evidence = details.evidence ?? []
    this.data = details.data ?? {}
  }
}

/** We were used wrongly: an unknown option, a closed session, two stubs with one name. */
export class UsageError extends UnderstudyError {
  override readonly name = 'UsageError'
  constructor(code: CodeOf<'UsageError'>, message: string, details?: ErrorDetails) {
    super(code, message, details)
  }
}

/** Nothing usable arrived: the process could not start, died, or its pipe broke. */
export class TransportError extends UnderstudyError {
  override readonly name = 'TransportError'
  constructor(code: CodeOf<'TransportError'>, message: string, details?: ErrorDetails) {
    super(code, message, details)
  }
}

/** The peer is there, but the conversation failed: handshake, timeout, a response nobody can use. */
export class SessionError extends UnderstudyError {
  override readonly name = 'SessionError'
  constructor(code: CodeOf<'SessionError'>, message: string, details?: ErrorDetails) {
    super(code, message, details)
  }
}

/** The sandbox is missing, could not start, or lacks a layer that was required. */
export class SandboxError extends UnderstudyError {
  override readonly name = 'SandboxError'
  constructor(code: CodeOf<'SandboxError'>, message: string, details?: ErrorDetails) {
    super(code, message, details)
  }
}

/** A store or a file of ours could not be opened, read or written. */
export class StoreError extends UnderstudyError {
  override readonly name = 'StoreError'
  constructor(code: CodeOf<'StoreError'>, message: string, details?: ErrorDetails) {
    super(code, message, details)
  }
}
