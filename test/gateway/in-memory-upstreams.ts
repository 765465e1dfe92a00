/** Servers in this process, for tests of what stands in front of them. */

import type { Requester } from '../../src/gateway/requester.js'
import type { Catalogue, ListChange, LiveUpstreams } from '../../src/gateway/upstreams/upstreams.js'
import type { Era } from '../../src/protocol/index.js'
import { createRegistry } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import { type Service, serveInMemory } from '../../src/server/index.js'
import { openSession, type Session } from '../../src/session/index.js'

export interface InMemoryUpstreams extends LiveUpstreams {
  /** How many sessions were opened. */
  readonly opened: number
}

/** A server of which there is only a reason cannot be asked. */
export function inMemoryUpstreams(
  services: Readonly<Record<string, Service | string>>,
  era: Era = 'legacy',
): InMemoryUpstreams {
  const sessions = new Map<string, Promise<Session>>()
  const latest = new Map<string, Requester>()
  const listeners = new Set<(change: ListChange) => void>()
  let opened = 0

  function sessionFor(server: string, by: Requester): Promise<Session> {
    const key = JSON.stringify([server, by.key])
    latest.set(key, by)
    const known = sessions.get(key) ?? open(server, key, by)
    sessions.set(key, known)
    return known
  }

  async function open(server: string, key: string, { capabilities }: Requester): Promise<Session> {
    const service = services[server]
    if (service === undefined || typeof service === 'string') throw new Error(service)
    opened++
    const ask = (method: string) => (params: Parameters<Requester['ask']>[1]) => {
      const by = latest.get(key)
      if (by === undefined) throw new Error('nobody is there')
      return by.ask(method, params)
    }
    return openSession({
      ...{
        era,
        capabilities,
        clientInfo: { name: 'gateway', version: '1' },
        transport: serveInMemory(service),
      },
      handlers: {
        ...(capabilities.elicitation === undefined
          ? {}
          : { 'elicitation/create': ask('elicitation/create') }),
        ...(capabilities.roots === undefined ? {} : { 'roots/list': ask('roots/list') }),
      },
      listeners: {
        notification(method, params) {
          const what = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method)?.[1]
          if (what === 'tools' || what === 'prompts' || what === 'resources') tell({ server, what })
          else if (method === 'notifications/resources/updated')
            tell({ server, what: 'resource', uri: String(params.uri) })
          else if (method !== 'notifications/progress') latest.get(key)?.tell(method, params)
        },
      },
    })
  }

  function tell(change: ListChange): void {
    for (const listener of listeners) listener(change)
  }

  async function catalogue(): Promise<Catalogue> {
    const all = Object.entries(services)
    const lists = await Promise.all(
      all
        .filter(([, service]) => typeof service !== 'string')
        .map(async ([server]) => {
          const session = await sessionFor(server, NOBODY)
          return { server, tools: await session.listTools(), capabilities: session.capabilities }
        }),
    )
    const unavailable = all.flatMap(([server, reason]) =>
      typeof reason === 'string' ? [{ server, reason }] : [],
    )
    const asked = lists.map(({ server }) => server)
    return { registry: createRegistry(lists, createSchemaCompiler()), unavailable, asked }
  }

  async function close(): Promise<void> {
    for (const session of sessions.values()) await session.then((one) => one.close()).catch(() => undefined)
  }

  return {
    servers: Object.keys(services),
    get opened() {
      return opened
    },
    catalogue,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    health: () => [],
    use: async (server, by, work) => work(await sessionFor(server, by)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const NOBODY: Requester = {
  key: 'asks nobody',
  principal: 'anonymous',
  capabilities: {},
  signal: new AbortController().signal,
  ask: () => Promise.reject(new Error('nobody can be asked')),
  tell: () => undefined,
}
