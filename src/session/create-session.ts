/** Everything that one can ask a server, once both sides know each other. */
import { bindMethods, isJsonObject, type JsonObject, UsageError } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import {
  type Completion,
  type Era,
  type FilledPrompt,
  type LogLevel,
  type Prompt,
  type Resource,
  type ResourceContents,
  type ResourceTemplate,
  type Revision,
  readCompletion,
  readFilledPrompt,
  readResourceContents,
  type ServerSelf,
  type Tool,
} from '../protocol/index.js'
import { callTool } from './calls/call-tool.js'
import { startLegacyTask } from './calls/legacy-task.js'
import type { TaskCall, TaskHandle, TaskOptions } from './calls/task.js'
import { startExtensionTask, TASKS_EXTENSION } from './calls/task-extension.js'
import type { CallOptions, RequestOptions } from './request-options.js'
import { ask } from './requests/ask.js'
import { type Listing, listPages } from './requests/list-pages.js'
import {
  PROMPT_LISTING,
  RESOURCE_LISTING,
  RESOURCE_TEMPLATE_LISTING,
  toolListing,
} from './requests/listings.js'
import type { CompleteOptions, CompletionReference, Session } from './session.js'
import { subscribe } from './subscriptions/subscribe.js'
import type { Subscription, SubscriptionFilter } from './subscriptions/subscription.js'
import type { Conversation } from './wire/conversation.js'
import { refused } from './wire/request-errors.js'

/** The session owns the conversation: closing one closes the other. */
export function createSession(conversation: Conversation, server: ServerSelf): Session {
  return new OpenSession(conversation, server)
}

class OpenSession implements Session {
  readonly #conversation: Conversation
  readonly #server: ServerSelf
  readonly era: Era
  readonly serverInfo: ServerSelf['serverInfo']
  readonly capabilities: JsonObject
  readonly instructions: string | undefined
  readonly revision: Revision
  #logLevel: LogLevel | undefined

  constructor(conversation: Conversation, server: ServerSelf) {
    this.#conversation = conversation
    this.#server = server
    conversation.expectDeclared(server.capabilities)
    this.era = this.#conversation.codec.era
    this.serverInfo = this.#server.serverInfo
    this.capabilities = this.#server.capabilities
    this.instructions = this.#server.instructions
    this.revision = this.#server.revision
    bindMethods(this)
  }

  get logLevel(): LogLevel | undefined {
    return this.#logLevel
  }

  get lateReplies(): number {
    return this.#conversation.lateReplies
  }

  listTools(options?: RequestOptions): Promise<readonly Tool[]> {
    return this.#list('tools', toolListing(this.#conversation.codec), options)
  }

  listResources(options?: RequestOptions): Promise<readonly Resource[]> {
    return this.#list('resources', RESOURCE_LISTING, options)
  }

  listResourceTemplates(options?: RequestOptions): Promise<readonly ResourceTemplate[]> {
    return this.#list('resources', RESOURCE_TEMPLATE_LISTING, options)
  }

  listPrompts(options?: RequestOptions): Promise<readonly Prompt[]> {
    return this.#list('prompts', PROMPT_LISTING, options)
  }

  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<Outcome> {
    return callTool(this.#conversation, name, args, options)
  }

  readResource(uri: string, options?: CallOptions): Promise<readonly ResourceContents[]> {
    return ask(this.#conversation, {
      options,
      method: 'resources/read',
      params: { uri },
      doing: `read "${uri}"`,
      read: readResourceContents,
    })
  }

  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<FilledPrompt> {
    return ask(this.#conversation, {
      options,
      method: 'prompts/get',
      params: args === undefined ? { name } : { name, arguments: args },
      doing: `get the prompt "${name}"`,
      read: readFilledPrompt,
    })
  }

  complete(
    of: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    { context, ...options }: CompleteOptions = {},
  ): Promise<Completion> {
    return ask(this.#conversation, {
      options,
      method: 'completion/complete',
      params: {
        ref: { ...of },
        argument: { name: argument.name, value: argument.value },
        ...(context === undefined ? {} : { context: { arguments: context } }),
      },
      doing: `complete the argument "${argument.name}"`,
      read: readCompletion,
    })
  }

  async setLogLevel(level: LogLevel, options?: RequestOptions): Promise<void> {
    const told = this.#conversation.codec.tellLogLevel(level)
    if (told !== undefined) await this.request(told.method, told.params, options)
    this.#logLevel = level
  }

  subscribe(filter: SubscriptionFilter, options: RequestOptions = {}): Promise<Subscription> {
    return subscribe(this.#conversation, filter, options)
  }

  startTask(name: string, args?: JsonObject, options: TaskOptions = {}): Promise<TaskHandle> {
    return startTask(this.#conversation, this.#server, { name, args }, options)
  }

  readonly request: Session['request'] = async (method, params, options) => {
    const doing = `get an answer to "${method}"`
    const response = await this.#conversation.request(method, params, { doing, options })
    options?.onResponse?.(response.message)
    if (response.kind === 'failure') throw refused(doing, response.message.error)
    return response.message.result
  }

  notify(method: string, params?: JsonObject): Promise<void> {
    return this.#conversation.notify(method, params)
  }

  sendRaw(text: string): Promise<void> {
    return this.#conversation.sendRaw(text)
  }

  async ping(options?: RequestOptions): Promise<void> {
    if (this.#conversation.codec.era === 'modern')
      throw new UsageError(
        'USAGE',
        `Cannot ping "${this.#conversation.peer}": revision ${this.#server.revision} has no ping`,
      )
    await this.request('ping', undefined, options)
  }

  close(): Promise<void> {
    return this.#conversation.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #list<T>(capability: string, listing: Listing<T>, options: RequestOptions = {}) {
    if (this.#server.capabilities[capability] !== undefined)
      return listPages(this.#conversation, listing, options)
    const what = listing.plural === capability ? 'them' : `the ${listing.plural}`
    this.#conversation.complain(
      'undeclared',
      `the server declares no ${capability}, so it was not asked to list ${what}`,
    )
    return []
  }
}

/** @throws UsageError USAGE when the server declares no tasks: the protocol forbids to ask for one then */
async function startTask(
  conversation: Conversation,
  { capabilities, revision }: ServerSelf,
  call: TaskCall,
  options: TaskOptions,
): Promise<TaskHandle> {
  const isModern = conversation.codec.era === 'modern'
  const path = isModern ? ['extensions', TASKS_EXTENSION] : ['tasks', 'requests', 'tools', 'call']
  if (!isDeclared(capabilities, path))
    throw new UsageError(
      'USAGE',
      `Cannot call "${call.name}" as a task: the server declares no ${path.join('.')} in revision ${revision}`,
      { hint: 'use callTool' },
    )
  return isModern
    ? startExtensionTask(conversation, call, options)
    : startLegacyTask(conversation, call, options)
}

function isDeclared(capabilities: JsonObject, path: readonly string[]): boolean {
  let at = capabilities
  for (const key of path) {
    const next = at[key]
    if (!isJsonObject(next)) return false
    at = next
  }
  return true
}
