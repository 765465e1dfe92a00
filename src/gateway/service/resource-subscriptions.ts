/** Which clients want to hear of which resources, and the subscriptions at servers that it takes. */
import type { ServedConnection } from '../../server/index.js'
import type { Subscription } from '../../session/index.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'

export interface ResourceSubscriptions {
  /** In the requester's session. Rejects as the server refuses. */
  subscribe(resource: ServerResource, requester: Requester, listener: Listener): Promise<void>
  /** Forgets what a client of the legacy era asked for. */
  unsubscribe(resource: ServerResource, connection: ServedConnection): void
  /** Tells all clients that asked for it. */
  tell(resource: ServerResource): void
  close(): void
}

export interface ServerResource {
  readonly server: string
  readonly uri: string
}

export interface Listener {
  readonly connection: ServedConnection
  /** It does not want to hear of it any more. */
  readonly over: AbortSignal
}

interface Entry extends ServerResource {
  readonly requester: Requester
  readonly listeners: Set<Listener>
  opened: Promise<Subscription>
  /** A server that keeps ending is not asked for ever. */
  triesLeft: number
}

export function createResourceSubscriptions(live: LiveUpstreams): ResourceSubscriptions {
  return new UpstreamSubscriptions(live)
}

class UpstreamSubscriptions implements ResourceSubscriptions {
  readonly #live: LiveUpstreams
  readonly #entries = new Map<string, Entry>()

  constructor(live: LiveUpstreams) {
    this.#live = live
  }

  async subscribe(resource: ServerResource, requester: Requester, listener: Listener): Promise<void> {
    const { server, uri } = resource
    const id = JSON.stringify([server, requester.principal, requester.key, uri])
    const entry = this.#entries.get(id) ?? this.#create(id, resource, requester)
    entry.listeners.add(listener)
    listener.over.addEventListener('abort', () => this.#leave(id, entry, listener), { once: true })
    try {
      await entry.opened
    } catch (failure) {
      this.#leave(id, entry, listener)
      throw failure
    }
    if (listener.over.aborted) this.#leave(id, entry, listener)
  }

  unsubscribe(resource: ServerResource, connection: ServedConnection): void {
    for (const [id, entry] of this.#entriesOf(resource))
      for (const listener of [...entry.listeners])
        if (listener.connection === connection) this.#leave(id, entry, listener)
  }

  tell(resource: ServerResource): void {
    const connections = new Set(
      this.#entriesOf(resource).flatMap(([, { listeners }]) =>
        [...listeners].map(({ connection }) => connection),
      ),
    )
    for (const connection of connections)
      connection.notify('notifications/resources/updated', { uri: resource.uri })
  }

  close(): void {
    for (const [id, entry] of [...this.#entries])
      for (const listener of [...entry.listeners]) this.#leave(id, entry, listener)
  }

  #create(id: string, resource: ServerResource, requester: Requester): Entry {
    const entry: Entry = {
      ...resource,
      requester,
      listeners: new Set(),
      opened: this.#open(resource, requester),
      triesLeft: MAX_TRIES,
    }
    this.#entries.set(id, entry)
    this.#follow(id, entry)
    return entry
  }

  #open({ server, uri }: ServerResource, requester: Requester): Promise<Subscription> {
    return this.#live.use(server, requester, (session) => session.subscribe({ resourceUris: [uri] }))
  }

  /** When the server was lost, or ended it, whoever still listens wants it again. */
  #follow(id: string, entry: Entry): void {
    const renew = (how: Awaited<Subscription['ended']>): void => {
      if (how === 'closed-here' || this.#entries.get(id) !== entry || --entry.triesLeft < 0) return
      entry.opened = this.#open(entry, entry.requester)
      this.#follow(id, entry)
    }
    entry.opened
      .then(({ ended }) => ended)
      .then(renew)
      // Whoever asked for it first was told; who waits for it to come back is not told anything any more.
      .catch(() => undefined)
  }

  #leave(id: string, entry: Entry, listener: Listener): void {
    if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return
    if (this.#entries.get(id) === entry) this.#entries.delete(id)
    // Where the server refused it, or is gone, there is nothing to end.
    entry.opened.then((subscription) => subscription.close()).catch(() => undefined)
  }

  #entriesOf({ server, uri }: ServerResource): [string, Entry][] {
    return [...this.#entries].filter(([, entry]) => entry.server === server && entry.uri === uri)
  }
}

const MAX_TRIES = 5
