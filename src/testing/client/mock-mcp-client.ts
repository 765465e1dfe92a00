/** The Mock MCP Client: speaks to a server as an agent host does, and shows a test everything that was said. */
import { bindMethods, type JsonObject, type JsonValue, UsageError } from '../../base/index.js'
import type {
  Completion,
  Era,
  FilledPrompt,
  Prompt,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Revision,
  Tool,
} from '../../protocol/index.js'
import type { Replay } from '../../replay/index.js'
import type {
  Complaint,
  CompletionReference,
  LogLevel,
  Session,
  Subscription,
  SubscriptionFilter,
} from '../../session/index.js'
import type { RunningContainer, TapEvent } from '../../transport/index.js'
import type { WireViolation } from '../../wire-check/index.js'
import type { ClientCopy } from './client-copy.js'
import { type Connection, connect } from './connect.js'
import { createEarlierAnswers } from './earlier-answers.js'
import type { MCPResponse, Received } from './mcp-response.js'
import type { WaitOptions } from './notification-inbox.js'
import { alreadyClosed, placed } from './placed-errors.js'
import {
  type CallOptions,
  type CompleteOptions,
  checkRequestOptions,
  forSession,
  type RequestOptions,
  type TaskOptions,
  type ToolCallOptions,
} from './request-options.js'
import type { StartOptions } from './start-options.js'
import { type ClientTask, callTool, guardListener, resultOfTask } from './tool-call.js'
import { wireVerdict } from './wire-verdict.js'
import { checkJson, writeJson } from './write-json.js'

/**
 * A client of one server, started by `MockMCPClient.start` and ended by `stop` or the end of its scope (`await using`).
 * Everything may be called concurrently, until `stop`; afterwards every request is a UsageError ALREADY_CLOSED. Methods need no
 * client in front of them: `const { callTool } = client`.
 * Requests reject as those of a session do: SessionError REQUEST_TIMEOUT, REQUEST_ABORTED, RESPONSE_INVALID, RPC_ERROR (but for
 * `callTool`, where an error is an answer), INPUT_UNANSWERED, and TransportError CONNECTION_CLOSED when the server is gone.
 */
export class MockMCPClient implements AsyncDisposable {
  /** What the client is made on, for what stands not here. */
  readonly session: Session
  readonly #connection: Connection
  readonly #throwsViolations: boolean
  readonly #earlier = createEarlierAnswers()
  #stopping: Promise<void> | undefined

  private constructor(connection: Connection, throwsViolations: boolean) {
    this.session = connection.session
    this.#connection = connection
    this.#throwsViolations = throwsViolations
    bindMethods(this)
  }

  /**
   * Starts or reaches the server and opens the connection.
   * @throws UsageError USAGE for options that cannot be meant; TransportError SPAWN_FAILED; SessionError HANDSHAKE_FAILED,
   * REVISION_UNSUPPORTED or REQUEST_ABORTED, with the last lines of standard error and the exit code. Nothing is left running then
   */
  static async start(options: StartOptions): Promise<MockMCPClient> {
    return new MockMCPClient(await placed(() => connect(options)), options.wireCheck === 'throw')
  }

  /** False once the client was stopped, or the server ended the connection. */
  get isConnected(): boolean {
    return this.#stopping === undefined && this.#connection.log.end === undefined
  }
  /** Claims of the server about itself. */
  get serverInfo(): Session['serverInfo'] {
    return this.session.serverInfo
  }
  get era(): Era {
    return this.session.era
  }
  get revision(): Revision {
    return this.session.revision
  }
  /** What the server declares. */
  get capabilities(): JsonObject {
    return this.session.capabilities
  }
  get instructions(): string | undefined {
    return this.session.instructions
  }
  /** Of the server's process, where it is one of ours; of a container, the engine's client. */
  get pid(): number | undefined {
    return this.#connection.pid
  }

  /** Its name and engine, where the server runs in a container: for commands about it, such as `logs`. */
  get container(): RunningContainer | undefined {
    return this.#connection.container
  }

  /** What nobody recorded, and what nobody asked for, where a recording stands in for the server. */
  get replay(): Pick<Replay, 'misses' | 'unused'> | undefined {
    return this.#connection.replay
  }

  /**
   * The copy of this machine in which the server runs: what it changed there.
   * @throws UsageError USAGE where the client was started without `copy`
   */
  get copy(): ClientCopy {
    const { copy, peer } = this.#connection
    if (copy !== undefined) return copy
    throw new UsageError('USAGE', `Cannot look at the copy of "${peer}": it runs on this machine itself`, {
      hint: 'start the client, or make the tests, with copy: true',
    })
  }

  /** Calls a tool. Without `args` no arguments are sent; `{}` sends an empty object. */
  async callTool(name: string, args?: JsonObject, options?: ToolCallOptions): Promise<MCPResponse> {
    this.#open(`call "${name}"`)
    if (args !== undefined) checkJson(args, `the arguments of "${name}"`)
    const call = args === undefined ? { tool: name } : { tool: name, arguments: args }
    return callTool(this.#connection, this.#earlier, call, forSession(options, 'tool call', `call "${name}"`))
  }
  /** All pages; so are the three lists below. @throws SessionError PAGING_ENDLESS */
  async listTools(options?: RequestOptions): Promise<readonly Tool[]> {
    return this.#open('list the tools').listTools(forSession(options, 'request', 'list the tools'))
  }
  async listResources(options?: RequestOptions): Promise<readonly Resource[]> {
    return this.#open('list the resources').listResources(
      forSession(options, 'request', 'list the resources'),
    )
  }
  async listResourceTemplates(options?: RequestOptions): Promise<readonly ResourceTemplate[]> {
    return this.#open('list the resource templates').listResourceTemplates(
      forSession(options, 'request', 'list the resource templates'),
    )
  }
  async listPrompts(options?: RequestOptions): Promise<readonly Prompt[]> {
    return this.#open('list the prompts').listPrompts(forSession(options, 'request', 'list the prompts'))
  }
  async readResource(uri: string, options?: CallOptions): Promise<readonly ResourceContents[]> {
    const session = this.#open('read a resource')
    return guardListener(forSession(options, 'call', 'read a resource'), (guarded) =>
      session.readResource(uri, guarded),
    )
  }
  async getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<FilledPrompt> {
    const session = this.#open('get a prompt')
    return guardListener(forSession(options, 'call', 'get a prompt'), (guarded) =>
      session.getPrompt(name, args, guarded),
    )
  }
  /** What could stand in an argument of a prompt or in a variable of a resource template. */
  async complete(
    of: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    options?: CompleteOptions,
  ): Promise<Completion> {
    return this.#open('complete an argument').complete(
      of,
      argument,
      forSession(options, 'completion', 'complete an argument'),
    )
  }
  /** From which level on the server should log: it notifies with `notifications/message`. */
  async setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void> {
    return this.#open('set the log level').setLogLevel(
      level,
      forSession(options, 'request', 'set the log level'),
    )
  }
  /** Asks to be told of changes, which are notifications; closing the subscription ends it. */
  async subscribe(filter: SubscriptionFilter, options?: RequestOptions): Promise<Subscription> {
    return this.#open('subscribe').subscribe(filter, forSession(options, 'request', 'subscribe'))
  }
  /** Calls a tool as a task: resolves as soon as the server has taken it on. */
  async startTask(name: string, args?: JsonObject, options?: TaskOptions): Promise<ClientTask> {
    const session = this.#open(`call "${name}" as a task`)
    if (args !== undefined) checkJson(args, `the arguments of "${name}"`)
    const doing = `call "${name}" as a task`
    const own = forSession(options, 'task', doing)
    const task = await guardListener(own, (guarded) => session.startTask(name, args, guarded))
    const call = args === undefined ? { tool: name } : { tool: name, arguments: args }
    const asked = (options?: RequestOptions) => forSession(options, 'request', doing)
    return {
      ...task,
      state: async (options) => task.state(asked(options)),
      cancel: async (options) => task.cancel(asked(options)),
      result: async (options) =>
        resultOfTask(this.#connection, this.#earlier, call, () => task.result(asked(options))),
    }
  }
  /** Legacy era only. */
  async ping(options?: RequestOptions): Promise<void> {
    return this.#open('ping').ping(forSession(options, 'request', 'ping'))
  }
  /** Any request; resolves with its result as it came. */
  async request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonValue> {
    const session = this.#open(`ask "${method}"`)
    if (params !== undefined) checkJson(params, `the params of "${method}"`)
    return guardListener(forSession(options, 'call', `ask "${method}"`), (guarded) =>
      session.request(method, params, guarded),
    )
  }
  async notify(method: string, params?: JsonObject): Promise<void> {
    const session = this.#open(`notify "${method}"`)
    if (params !== undefined) checkJson(params, `the params of "${method}"`)
    return session.notify(method, params)
  }
  /**
   * Sends a text as it stands, or any other value as JSON; neither need be a message. A process reads a text with line feeds as
   * several lines. What comes back is found in `frames`, and, where it answers nothing that this client asked, in `complaints`.
   */
  async sendRaw(frame: JsonValue): Promise<void> {
    const session = this.#open('send a raw frame')
    return session.sendRaw(typeof frame === 'string' ? frame : writeJson(frame, 'a raw frame'))
  }

  /** The last 1000 notifications, of no more than about 64 million characters; oldest first, waited for or not. */
  get notifications(): readonly Received[] {
    return this.#connection.inbox.all
  }
  /**
   * Resolves with the oldest notification of the method that no wait was given before: one that came already counts, and each is
   * given once. `where` takes members that the params must have, or a function.
   * @throws SessionError REQUEST_TIMEOUT, which tells what did come, or REQUEST_ABORTED; TransportError CONNECTION_CLOSED
   */
  async waitForNotification(method: string, options: WaitOptions = {}): Promise<Received> {
    const { inbox, timeoutMs } = this.#connection
    this.#open(`wait for "${method}"`)
    checkRequestOptions(options, 'wait', `wait for "${method}"`)
    return placed(() => inbox.wait(method, { ...options, timeout: options.timeout ?? timeoutMs }))
  }

  /**
   * Every message in both directions, with noise, lines of standard error and the end: the last 1000, and no more than about 64
   * million characters; oldest first.
   */
  get frames(): readonly TapEvent[] {
    return this.#connection.log.frames
  }
  /** The last 1000 lines of standard error; they may hold control characters. */
  get stderr(): readonly string[] {
    return this.#connection.log.stderr
  }
  /** What the server did against the protocol without ending the session: the last 1000. */
  get complaints(): readonly Complaint[] {
    return this.#connection.log.complaints
  }
  /**
   * What the wire check found wrong with frames, of both sides: the first 1000, and no more than about four million characters of
   * their frames.
   */
  get violations(): readonly WireViolation[] {
    return this.#connection.log.violations
  }
  /** How many more there were, of each side. */
  get furtherViolations(): Readonly<Record<'client' | 'server', number>> {
    return this.#connection.log.furtherViolations
  }
  /** How many messages were too large for the wire check to hold them against their schema to the end: nobody is blamed for them. */
  get uncheckedFrames(): number {
    return this.#connection.log.uncheckedFrames
  }

  /**
   * Ends the server and resolves when it is gone, with all that it started. Calling it again waits for the same end.
   * @throws SessionError PROTOCOL_VIOLATED, from the first call, with `wireCheck: 'throw'` and a server that broke the protocol;
   * StoreError, from the first call, when not everything could be recorded
   */
  async stop(): Promise<void> {
    if (this.#stopping !== undefined) return this.#stopping
    const { session, inbox, peer, log } = this.#connection
    inbox.close((doing) => alreadyClosed(doing, peer))
    this.#stopping = session.close()
    await this.#stopping
    await this.#connection.release()
    const verdict = this.#throwsViolations
      ? wireVerdict(peer, log.violations, log.furtherViolations)
      : undefined
    if (verdict !== undefined) throw verdict
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #open(doing: string): Session {
    if (this.#stopping !== undefined) throw alreadyClosed(doing, this.#connection.peer)
    return this.session
  }
}
