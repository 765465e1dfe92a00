/** One client connection to one server, after its opening. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import type {
  Completion,
  Era,
  FilledPrompt,
  LogLevel,
  Prompt,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Revision,
  ServerSelf,
  Tool,
} from '../protocol/index.js'
import type { TaskHandle, TaskOptions } from './calls/task.js'
import type { CallOptions, RequestOptions } from './request-options.js'
import type { Subscription, SubscriptionFilter } from './subscriptions/subscription.js'

/**
 * All methods may be called concurrently, until `close`; afterwards they reject with UsageError ALREADY_CLOSED.
 * A request rejects with SessionError REQUEST_TIMEOUT or REQUEST_ABORTED (the server is told, and its late reply is dropped),
 * with TransportError when the connection ends before the answer, with SessionError RESPONSE_INVALID when the answer cannot be
 * used, and, but for `callTool`, with SessionError RPC_ERROR when the server refuses.
 * Where a server of the modern era asks for input (`input_required`), the handlers give it and the request is sent again; what
 * nobody can give rejects with SessionError INPUT_UNANSWERED.
 * `close` ends the server and resolves when it is gone; whoever opened the session closes it.
 */
export interface Session extends AsyncDisposable {
  readonly era: Era
  /** Claims of the server about itself: for people, never to tell servers apart. */
  readonly serverInfo: ServerSelf['serverInfo']
  readonly capabilities: JsonObject
  readonly instructions: string | undefined
  /** The revision that both sides agreed on. */
  readonly revision: Revision
  /** What the server was told last about its logs. */
  readonly logLevel: LogLevel | undefined
  /** How many replies came for requests that had been given up, and were dropped. */
  readonly lateReplies: number
  /**
   * All pages of tools/list, in the server's order; so are the three lists below.
   * @throws SessionError PAGING_ENDLESS
   */
  listTools(options?: RequestOptions): Promise<readonly Tool[]>
  listResources(options?: RequestOptions): Promise<readonly Resource[]>
  listResourceTemplates(options?: RequestOptions): Promise<readonly ResourceTemplate[]>
  listPrompts(options?: RequestOptions): Promise<readonly Prompt[]>
  /** Sends `arguments` only when `args` is given. A JSON-RPC error and `isError` are outcomes, not exceptions. */
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<Outcome>
  readResource(uri: string, options?: CallOptions): Promise<readonly ResourceContents[]>
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<FilledPrompt>
  /** What could stand in an argument of a prompt or in a variable of a resource template (completion/complete). */
  complete(
    of: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    options?: CompleteOptions,
  ): Promise<Completion>
  /** From which level on the server should log: told once in the legacy era, with every later request in the modern. */
  setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void>
  /** Asks to be told of changes, through `listeners.notification`; closing the subscription ends it. */
  subscribe(filter: SubscriptionFilter, options?: RequestOptions): Promise<Subscription>
  /** Calls a tool as a task: resolves as soon as the server has taken it on. */
  startTask(name: string, args?: JsonObject, options?: TaskOptions): Promise<TaskHandle>
  /** Any request of the protocol; resolves with its result as it came, `input_required` included. */
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonValue>
  notify(method: string, params?: JsonObject): Promise<void>
  /** Sends text that need not be a message. What the server answers to no request of this session is told as a complaint. */
  sendRaw(text: string): Promise<void>
  /** Legacy era only: the modern one has no ping, and there it rejects with UsageError USAGE. */
  ping(options?: RequestOptions): Promise<void>
  close(): Promise<void>
}

export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

export interface CompleteOptions extends RequestOptions {
  /** Arguments that are settled already. */
  readonly context?: Readonly<Record<string, string>>
}
