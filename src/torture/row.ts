/** One row of the torture table: a thing that servers do wrong, what a right client makes of it, and how it is done. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Era } from '../protocol/index.js'

export interface TortureRow {
  readonly id: string
  /** The era that the server speaks. */
  readonly era: Era
  /** Completes "The server …". */
  readonly does: string
  /** What a right client does; `either` where the protocol leaves it both. */
  readonly right: 'answer' | 'error' | 'either'
  /** How long the client may take from its start to its end; milliseconds. */
  readonly deadlineMs: number
  /** Stands in the text of the right answer, where the row is about characters. */
  readonly flavour?: string
}

/** A row with the server that does it. */
export interface StagedRow extends TortureRow {
  readonly play: (stage: Stage) => Play
}

/** What a server of a row does in place of a healthy one. */
export interface Play {
  /** Before anything is read. */
  readonly start?: () => void
  /** Whatever comes, before it is handled. */
  readonly heard?: (line: string) => void
  /** In place of the healthy answer to a request, or to a notification. */
  readonly on?: Readonly<Record<string, (request: Request) => void>>
  /** The client's answer to a request of this server. */
  readonly answered?: (message: JsonObject) => void
  /** Once standard input has ended. */
  readonly ended?: () => void
}

export interface Request {
  /** Undefined for a notification. */
  readonly id: JsonValue | undefined
  readonly params: JsonObject
}

/** What a play can do to the client. */
export interface Stage {
  /** The text that only a wrong answer has. */
  readonly wrong: string
  /** Sends a message as a line. */
  send(message: JsonObject | readonly JsonObject[]): void
  /** Writes to standard output what need not be a message. */
  write(output: string | Uint8Array): void
  /** Writes a line to standard error. */
  log(line: string): void
  reply(request: Request, result: JsonObject): void
  refuse(request: Request, code: number, message: string): void
  /** The response to `tools/call` that is right. */
  rightResponse(request: Request): JsonObject & { readonly result: JsonObject & TextResult }
  /** Answers as a healthy server does. */
  behave(method: string, request: Request): void
  exit(code: number): void
  /** Ends as a process does that takes too much memory: by SIGKILL. */
  dieBySignal(): void
  closeOutput(): void
  closeInput(): void
  /** Reads nothing any more. */
  stopReading(): void
  /** Goes on living when standard input ends. */
  outliveInput(): void
  ignoreSigterm(): void
  /** Starts a process that holds the pipes and ignores SIGTERM, and calls back when it runs. */
  startStubbornChild(onReady: () => void): void
  every(ms: number, act: () => void): void
  after(ms: number, act: () => void): void
}

/** For whatever a client has to notice by itself. */
export const DEADLINE_MS = 30_000
/** For what it is told at once: a process that ends, an answer that says no. */
export const PROMPT_MS = 15_000

export const ECHO_TOOL = {
  name: 'echo',
  description: 'Says what it is told',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
}

interface TextResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
}

/** A result with one text. */
export function textResult(text: string): JsonObject & TextResult {
  return { content: [{ type: 'text', text }] }
}

export function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params }
}
