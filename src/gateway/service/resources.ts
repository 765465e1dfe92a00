/** The resources of the gateway itself and of all servers behind it. */
import type { JsonObject } from '../../base/index.js'
import type { ServiceResponse } from '../../server/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import type { Asked } from './asked.js'
import { forward } from './forward.js'
import type { GatewayParts } from './gateway-parts.js'
import { type ListDesk, RESOURCES, TEMPLATES } from './list-of-servers.js'
import { createResourceOwners, type ResourceOwners } from './resource-owners.js'
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

export function createResourceDesk(parts: GatewayParts, lists: ListDesk | undefined): ResourceDesk {
  return new UpstreamResources(parts, lists)
}

class UpstreamResources implements ResourceDesk {
  readonly #parts: GatewayParts
  readonly #lists: ListDesk | undefined
  readonly #servers: readonly string[]
  readonly #owners: ResourceOwners
  readonly #subscriptions: ResourceSubscriptions | undefined

  constructor(parts: GatewayParts, lists: ListDesk | undefined) {
    this.#parts = parts
    this.#lists = lists
    this.#servers = parts.live?.servers ?? []
    this.#owners = createResourceOwners(this.#servers)
    this.#subscriptions = parts.live === undefined ? undefined : createResourceSubscriptions(parts.live)
  }

  readonly list = async (asked: Asked): Promise<ServiceResponse> =>
    this.#answerList(asked, RESOURCES, 'resources', await this.#parts.ownResources?.list(asked.requester))

  readonly listTemplates = async (asked: Asked): Promise<ServiceResponse> =>
    this.#answerList(
      asked,
      TEMPLATES,
      'resourceTemplates',
      await this.#parts.ownResources?.templates?.(asked.requester),
    )

  readonly read = async (asked: Asked): Promise<ServiceResponse> => {
    const { request, requester } = asked
    const uri = textOf(request.params, 'uri')
    if (uri === undefined) return invalidParams('the uri of a resource is a string')
    const own = isOwn(uri) ? await this.#parts.ownResources?.read(uri, requester) : undefined
    if (own !== undefined) return { result: { contents: own } }
    return this.#parts.live === undefined || isOwn(uri)
      ? resourceNotFound(uri)
      : this.#askOwner(this.#parts.live, uri, asked)
  }

  readonly subscribe = async ({ request, requester }: Asked): Promise<ServiceResponse> => {
    const uri = textOf(request.params, 'uri')
    if (uri === undefined) return invalidParams('the uri of a resource is a string')
    // A run that is over does not change any more.
    if (isOwn(uri)) return { result: {} }
    const { connection } = request
    if ((await this.serverOf(uri, requester)) === undefined) return resourceNotFound(uri)
    await this.#subscribe(uri, requester, { connection, over: connection.closed })
    return { result: {} }
  }

  readonly unsubscribe = async ({ request, requester }: Asked): Promise<ServiceResponse> => {
    const uri = textOf(request.params, 'uri')
    if (uri === undefined) return invalidParams('the uri of a resource is a string')
    const server = isOwn(uri) ? undefined : await this.serverOf(uri, requester)
    if (server !== undefined) this.#subscriptions?.unsubscribe({ server, uri }, request.connection)
    return { result: {} }
  }

  async listen(uris: readonly string[], requester: Requester, listener: Listener): Promise<void> {
    const wanted = uris.filter((uri) => !isOwn(uri))
    // The subscription stands: what a server refuses, it does not tell.
    await Promise.allSettled(wanted.map((uri) => this.#subscribe(uri, requester, listener)))
  }

  async serverOf(uri: string, requester: Requester): Promise<string | undefined> {
    if (this.#servers.length < 2) return this.#servers[0]
    const known = this.#owners.find(uri)
    if (known !== undefined) return known
    await Promise.all([this.#gather(RESOURCES, requester), this.#gather(TEMPLATES, requester)])
    return this.#owners.find(uri)
  }

  changed(server: string, uri: string): void {
    this.#subscriptions?.tell({ server, uri })
  }

  close(): void {
    this.#subscriptions?.close()
  }

  async #gather(kind: Kind, requester: Requester): Promise<Gathered> {
    if (this.#lists === undefined) return { items: [], unavailable: [], isNobody: false }
    const found = await this.#lists.list(kind, requester)
    for (const { server, items } of found.servers)
      if (kind === RESOURCES)
        this.#owners.learn(
          server,
          items.map(({ uri }) => uri),
        )
      else
        this.#owners.learnTemplates(
          server,
          items.map(({ uriTemplate }) => uriTemplate),
        )
    const items = found.servers.flatMap((each) => each.items)
    return { items, unavailable: found.unavailable, isNobody: found.isNobody, refusal: found.refusal }
  }

  async #answerList(
    { request, requester }: Asked,
    kind: Kind,
    member: string,
    own: readonly JsonObject[] | undefined,
  ): Promise<ServiceResponse> {
    const { items, unavailable, isNobody, refusal } = await this.#gather(kind, requester)
    return listed(request, member, {
      items: [...(own ?? []), ...items],
      unavailable,
      isNobody: isNobody && own === undefined,
      ...(own === undefined ? { refusal } : {}),
    })
  }

  /** Asks the server that has it; where nobody has listed it, one after the other until one knows it. */
  async #askOwner(live: LiveUpstreams, uri: string, asked: Asked): Promise<ServiceResponse> {
    const owner = await this.serverOf(uri, asked.requester)
    if (owner !== undefined) return this.#askServer(live, owner, asked)
    for (const server of this.#servers) {
      const response = await this.#askServer(live, server, asked).catch(failed)
      if (!('result' in response)) continue
      this.#owners.learn(server, [uri])
      return response
    }
    return resourceNotFound(uri)
  }

  #askServer(live: LiveUpstreams, server: string, asked: Asked): Promise<ServiceResponse> {
    return live.use(server, asked.requester, (session) =>
      forward(session, { ...asked, timeoutMs: this.#parts.timeoutMs }),
    )
  }

  async #subscribe(uri: string, requester: Requester, listener: Listener): Promise<void> {
    const server = await this.serverOf(uri, requester)
    if (server !== undefined) await this.#subscriptions?.subscribe({ server, uri }, requester, listener)
  }
}

function isOwn(uri: string): boolean {
  return uri.startsWith('understudy://')
}
