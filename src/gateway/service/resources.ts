/** The resources of the gateway itself and of all servers behind it. */
import type { JsonObject } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import type { Asked } from './asked.js'
import { forward } from './forward.js'
import type { GatewayParts } from './gateway-parts.js'
import { type ListDesk, RESOURCES, TEMPLATES } from './list-of-servers.js'
import { createResourceOwners } from './resource-owners.js'
import {
  createResourceSubscriptions,
  type Listener,
  type ResourceSubscriptions,
} from './resource-subscriptions.js'
import { failed, type Gathered, invalidParams, listed, resourceNotFound, textOf } from './responses.js'

export interface ResourceDesk {
  list(asked: Asked): Promise<ServiceResponse>
  listTemplates(asked: Asked): Promise<ServiceResponse>
  read(asked: Asked): Promise<ServiceResponse>
  subscribe(asked: Asked): Promise<ServiceResponse>
  unsubscribe(asked: Asked): Promise<ServiceResponse>
  /** A client of the modern era wants to hear of these resources. Never rejects. */
  listen(uris: readonly string[], requester: Requester, listener: Listener): Promise<void>
  /** The server that has a resource; undefined where none can be found. */
  serverOf(uri: string, requester: Requester): Promise<string | undefined>
  /** A server says that a resource has changed. */
  changed(server: string, uri: string): void
  close(): void
}

type Kind = typeof RESOURCES | typeof TEMPLATES

export function createResourceDesk(
  { live, ownResources, timeoutMs }: GatewayParts,
  lists: ListDesk | undefined,
): ResourceDesk {
  const servers = live?.servers ?? []
  const owners = createResourceOwners(servers)
  const subscriptions: ResourceSubscriptions | undefined =
    live === undefined ? undefined : createResourceSubscriptions(live)

  async function gather(kind: Kind, requester: Requester): Promise<Gathered> {
    if (lists === undefined) return { items: [], unavailable: [], isNobody: false }
    const found = await lists.list(kind, requester)
    for (const { server, items } of found.servers)
      if (kind === RESOURCES)
        owners.learn(
          server,
          items.map(({ uri }) => uri),
        )
      else
        owners.learnTemplates(
          server,
          items.map(({ uriTemplate }) => uriTemplate),
        )
    const items = found.servers.flatMap((each) => each.items)
    return { items, unavailable: found.unavailable, isNobody: found.isNobody, refusal: found.refusal }
  }

  async function answerList(
    { request, requester }: Asked,
    kind: Kind,
    member: string,
    own: readonly JsonObject[] | undefined,
  ): Promise<ServiceResponse> {
    const { items, unavailable, isNobody, refusal } = await gather(kind, requester)
    return listed(request, member, {
      items: [...(own ?? []), ...items],
      unavailable,
      isNobody: isNobody && own === undefined,
      ...(own === undefined ? { refusal } : {}),
    })
  }

  async function serverOf(uri: string, requester: Requester): Promise<string | undefined> {
    if (servers.length < 2) return servers[0]
    const known = owners.find(uri)
    if (known !== undefined) return known
    await Promise.all([gather(RESOURCES, requester), gather(TEMPLATES, requester)])
    return owners.find(uri)
  }

  /** Asks the server that has it; where nobody has listed it, one after the other until one knows it. */
  async function askOwner(live: LiveUpstreams, uri: string, asked: Asked): Promise<ServiceResponse> {
    const owner = await serverOf(uri, asked.requester)
    if (owner !== undefined) return askServer(live, owner, asked)
    for (const server of servers) {
      const response = await askServer(live, server, asked).catch(failed)
      if (!('result' in response)) continue
      owners.learn(server, [uri])
      return response
    }
    return resourceNotFound(uri)
  }

  function askServer(live: LiveUpstreams, server: string, asked: Asked): Promise<ServiceResponse> {
    return live.use(server, asked.requester, (session) => forward(session, { ...asked, timeoutMs }))
  }

  async function subscribe(uri: string, requester: Requester, listener: Listener): Promise<void> {
    const server = await serverOf(uri, requester)
    if (server !== undefined) await subscriptions?.subscribe({ server, uri }, requester, listener)
  }

  return {
    list: async (asked) =>
      answerList(asked, RESOURCES, 'resources', await ownResources?.list(asked.requester)),
    listTemplates: async (asked) =>
      answerList(asked, TEMPLATES, 'resourceTemplates', await ownResources?.templates?.(asked.requester)),
    async read(asked) {
      const { request, requester } = asked
      const uri = textOf(request.params, 'uri')
      if (uri === undefined) return invalidParams('the uri of a resource is a string')
      const own = isOwn(uri) ? await ownResources?.read(uri, requester) : undefined
      if (own !== undefined) return { result: { contents: own } }
      return live === undefined || isOwn(uri) ? resourceNotFound(uri) : askOwner(live, uri, asked)
    },
    async subscribe({ request, requester }) {
      const uri = textOf(request.params, 'uri')
      if (uri === undefined) return invalidParams('the uri of a resource is a string')
      // A run that is over does not change any more.
      if (isOwn(uri)) return { result: {} }
      const { connection } = request
      if ((await serverOf(uri, requester)) === undefined) return resourceNotFound(uri)
      await subscribe(uri, requester, { connection, over: connection.closed })
      return { result: {} }
    },
    async unsubscribe({ request, requester }) {
      const uri = textOf(request.params, 'uri')
      if (uri === undefined) return invalidParams('the uri of a resource is a string')
      const server = isOwn(uri) ? undefined : await serverOf(uri, requester)
      if (server !== undefined) subscriptions?.unsubscribe({ server, uri }, request.connection)
      return { result: {} }
    },
    async listen(uris, requester, listener) {
      const wanted = uris.filter((uri) => !isOwn(uri))
      // The subscription stands: what a server refuses, it does not tell.
      await Promise.allSettled(wanted.map((uri) => subscribe(uri, requester, listener)))
    },
    serverOf,
    changed: (server, uri) => subscriptions?.tell({ server, uri }),
    close: () => subscriptions?.close(),
  }
}

function isOwn(uri: string): boolean {
  return uri.startsWith('understudy://')
}
