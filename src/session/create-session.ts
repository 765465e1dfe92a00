/** Everything that one can ask a server, once both sides know each other. */
import { isJsonObject, type JsonObject, UsageError } from '../base/index.js'
import {
  type LogLevel,
  readCompletion,
  readFilledPrompt,
  readResourceContents,
  type ServerSelf,
} from '../protocol/index.js'
import { callTool } from './calls/call-tool.js'
import { startLegacyTask } from './calls/legacy-task.js'
import type { TaskCall, TaskHandle, TaskOptions } from './calls/task.js'
import { startExtensionTask, TASKS_EXTENSION } from './calls/task-extension.js'
import type { RequestOptions } from './request-options.js'
import { ask } from './requests/ask.js'
import { type Listing, listPages } from './requests/list-pages.js'
import {
  PROMPT_LISTING,
  RESOURCE_LISTING,
  RESOURCE_TEMPLATE_LISTING,
  toolListing,
} from './requests/listings.js'
import type { CompleteOptions, Session } from './session.js'
import { subscribe } from './subscriptions/subscribe.js'
import type { Conversation } from './wire/conversation.js'
import { refused } from './wire/request-errors.js'

/** The session owns the conversation: closing one closes the other. */
export function createSession(conversation: Conversation, server: ServerSelf): Session {
  const { codec } = conversation
  const close = (): Promise<void> => conversation.close()
  conversation.expectDeclared(server.capabilities)
  let logLevel: LogLevel | undefined

  async function list<T>(capability: string, listing: Listing<T>, options: RequestOptions = {}) {
    if (server.capabilities[capability] !== undefined) return listPages(conversation, listing, options)
    const what = listing.plural === capability ? 'them' : `the ${listing.plural}`
    conversation.complain(
      'undeclared',
      `the server declares no ${capability}, so it was not asked to list ${what}`,
    )
    return []
  }

  const request: Session['request'] = async (method, params, options) => {
    const doing = `get an answer to "${method}"`
    const response = await conversation.request(method, params, { doing, options })
    options?.onResponse?.(response.message)
    if (response.kind === 'failure') throw refused(doing, response.message.error)
    return response.message.result
  }

  return {
    era: codec.era,
    serverInfo: server.serverInfo,
    capabilities: server.capabilities,
    instructions: server.instructions,
    revision: server.revision,
    get logLevel() {
      return logLevel
    },
    get lateReplies() {
      return conversation.lateReplies
    },
    listTools: (options) => list('tools', toolListing(codec), options),
    listResources: (options) => list('resources', RESOURCE_LISTING, options),
    listResourceTemplates: (options) => list('resources', RESOURCE_TEMPLATE_LISTING, options),
    listPrompts: (options) => list('prompts', PROMPT_LISTING, options),
    callTool: (name, args, options) => callTool(conversation, name, args, options),
    readResource: (uri, options) =>
      ask(conversation, {
        options,
        method: 'resources/read',
        params: { uri },
        doing: `read "${uri}"`,
        read: readResourceContents,
      }),
    getPrompt: (name, args, options) =>
      ask(conversation, {
        options,
        method: 'prompts/get',
        params: args === undefined ? { name } : { name, arguments: args },
        doing: `get the prompt "${name}"`,
        read: readFilledPrompt,
      }),
    complete: (of, argument, { context, ...options }: CompleteOptions = {}) =>
      ask(conversation, {
        options,
        method: 'completion/complete',
        params: {
          ref: { ...of },
          argument: { name: argument.name, value: argument.value },
          ...(context === undefined ? {} : { context: { arguments: context } }),
        },
        doing: `complete the argument "${argument.name}"`,
        read: readCompletion,
      }),
    async setLogLevel(level, options) {
      const told = codec.tellLogLevel(level)
      if (told !== undefined) await request(told.method, told.params, options)
      logLevel = level
    },
    subscribe: (filter, options = {}) => subscribe(conversation, filter, options),
    startTask: (name, args, options = {}) => startTask(conversation, server, { name, args }, options),
    request,
    notify: (method, params) => conversation.notify(method, params),
    sendRaw: (text) => conversation.sendRaw(text),
    async ping(options) {
      if (codec.era === 'modern')
        throw new UsageError(
          'USAGE',
          `Cannot ping "${conversation.peer}": revision ${server.revision} has no ping`,
        )
      await request('ping', undefined, options)
    },
    close,
    [Symbol.asyncDispose]: close,
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
