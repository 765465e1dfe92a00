/** A gateway as a server: its own tools, and what all servers behind it have, for clients of both eras. */
import { isJsonObject, type JsonObject } from '../../base/index.js'
import { MARKS_HEADER, readMarks } from '../../launch/index.js'
import { isLogLevel, META_KEYS } from '../../protocol/index.js'
import type {
  ServedConnection,
  ServiceRequest,
  ServiceResponse,
  ServiceSelf,
  Turn,
} from '../../server/index.js'
import type { LogLevel } from '../../session/index.js'
import type { ListChange } from '../upstreams/upstreams.js'
import type { Asked } from './asked.js'
import { createCallDesk } from './call-tool.js'
import { complete } from './complete.js'
import type { GatewayParts, GatewayService } from './gateway-parts.js'
import { createListDesk, type ListDesk, type ListDeskOptions } from './list-of-servers.js'
import { type Names, plainNames, prefixedNames } from './names.js'
import { createPromptDesk } from './prompts.js'
import { requesterOf } from './requester-of.js'
import { createResourceDesk } from './resources.js'
import { failed, invalidParams, methodNotFound } from './responses.js'

type Answering = (asked: Asked) => ServiceResponse | Promise<ServiceResponse>

/**
 * Listens to the upstreams until it is closed, and starts none before a client needs it.
 * @throws UsageError USAGE when the names of two servers cannot be told apart
 */
export function createGatewayService(parts: GatewayParts): GatewayService {
  const { upstreams, principalOf = anonymous, meet } = parts
  const self = selfOf(parts)
  const connections = createConnections()
  const levels = new WeakMap<ServedConnection, LogLevel>()
  const lists = listDeskOf(parts, (server, what) => tellChange({ server, what }))
  const resources = createResourceDesk(parts, lists)
  const answers = new Map<string, Answering>([
    ...toolAnswers(parts, lists),
    ...resourceAnswers(parts, lists, resources),
    ['logging/setLevel', setLevel],
  ])
  const stopListening = upstreams.onChange(tellChange)

  async function answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    const answering = answers.get(request.method)
    if (answering === undefined) return methodNotFound(request.method)
    connections.add(request.connection)
    const requester = requesterOf(request, turn, principalOf(request), levelOf(request))
    const marks = request.http?.headers[MARKS_HEADER]
    try {
      if (marks !== undefined) meet?.(readMarks(marks))
      return await answering({ request, turn, requester })
    } catch (failure) {
      return failed(failure)
    } finally {
      requester.leave()
    }
  }

  function levelOf({ era, params, connection }: ServiceRequest): LogLevel | undefined {
    if (era === 'legacy') return levels.get(connection)
    const level = isJsonObject(params?._meta) ? params._meta[META_KEYS.LOG_LEVEL] : undefined
    return isLogLevel(level) ? level : undefined
  }

  /** The servers are told with the next request to them: this one starts nobody. */
  function setLevel({ request }: Asked): ServiceResponse {
    const level = request.params?.level
    if (!isLogLevel(level)) return invalidParams('the level of logs is none of the protocol')
    levels.set(request.connection, level)
    return { result: {} }
  }

  function tellChange(change: ListChange): void {
    if (change.what === 'resource') resources.changed(change.server, change.uri)
    else if (change.what in self.capabilities) connections.notify(`notifications/${change.what}/list_changed`)
  }

  return {
    self,
    answer,
    heard: (_method, _params, connection) => connections.add(connection),
    listens(request, over) {
      connections.add(request.connection)
      const { connection } = request
      const requester = requesterOf(request, listeningTurn(over), principalOf(request))
      void resources.listen(watchedUris(request.params), requester, { connection, over })
    },
    close() {
      stopListening()
      resources.close()
      connections.close()
    },
  }
}

/** The connections of clients that are open, as far as a client has been heard on them. */
interface Connections {
  add(connection: ServedConnection): void
  /** Tells all of them. */
  notify(method: string): void
  /** Tells nobody anything any more. */
  close(): void
}

/** Forgets each one when it closes. */
function createConnections(): Connections {
  const open = new Set<ServedConnection>()
  let isClosed = false
  return {
    add(connection) {
      if (open.has(connection) || isClosed || connection.closed.aborted) return
      open.add(connection)
      connection.closed.addEventListener('abort', () => open.delete(connection), { once: true })
    },
    notify(method) {
      for (const connection of open) connection.notify(method)
    },
    close() {
      isClosed = true
      open.clear()
    },
  }
}

function listDeskOf(
  { live, patience, toolsFor }: GatewayParts,
  onLate: ListDeskOptions['onLate'],
): ListDesk | undefined {
  return live === undefined
    ? undefined
    : createListDesk({ live, patience, refusesUndeclared: toolsFor === 'each', onLate })
}

function toolAnswers(parts: GatewayParts, lists: ListDesk | undefined): [string, Answering][] {
  const calls = createCallDesk(parts, lists, namesFor(parts, 'tool'))
  return [
    ['tools/call', calls.call],
    ['tools/list', calls.list],
  ]
}

function resourceAnswers(
  parts: GatewayParts,
  lists: ListDesk | undefined,
  resources: ReturnType<typeof createResourceDesk>,
): [string, Answering][] {
  const { live, ownResources, timeoutMs } = parts
  const ofResources: [string, Answering][] =
    live === undefined && ownResources === undefined
      ? []
      : [
          ['resources/list', resources.list],
          ['resources/templates/list', resources.listTemplates],
          ['resources/read', resources.read],
          ['resources/subscribe', resources.subscribe],
          ['resources/unsubscribe', resources.unsubscribe],
        ]
  if (live === undefined || lists === undefined) return ofResources
  const prompts = createPromptDesk({ live, lists, timeoutMs }, namesFor(parts, 'prompt'))
  return [
    ...ofResources,
    ['prompts/list', prompts.list],
    ['prompts/get', prompts.get],
    ['completion/complete', (asked) => complete({ live, prompts, resources, timeoutMs }, asked)],
  ]
}

function namesFor({ toolNames, upstreams }: GatewayParts, what: 'tool' | 'prompt'): Names {
  return toolNames === 'prefixed' ? prefixedNames(upstreams.servers) : plainNames(upstreams.servers, what)
}

/** What the servers can do is not known before they are started: a list that they do not have is empty. */
function selfOf({ self, live, ownResources }: GatewayParts): ServiceSelf {
  const changing = { listChanged: true }
  const capabilities: JsonObject = {
    tools: changing,
    logging: {},
    // Runs are added to its own: nobody is told of each.
    ...(ownResources === undefined ? {} : { resources: {} }),
    ...(live === undefined
      ? {}
      : { prompts: changing, resources: { ...changing, subscribe: true }, completions: {} }),
    ...self.capabilities,
  }
  return { ...self, capabilities }
}

/** The turn of a request that is a stream: nobody can be asked or told anything on it. */
function listeningTurn(signal: AbortSignal): Turn {
  return {
    signal,
    onCancel: () => () => undefined,
    notify: () => undefined,
    ask: () => Promise.reject(new Error('A client that only listens cannot be asked')),
    hangUp: () => undefined,
    sendRaw: () => undefined,
  }
}

function watchedUris(params: JsonObject | undefined): readonly string[] {
  const filter = params?.notifications
  const uris = isJsonObject(filter) ? filter.resourceSubscriptions : undefined
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : []
}

function anonymous(): string {
  return 'anonymous'
}
