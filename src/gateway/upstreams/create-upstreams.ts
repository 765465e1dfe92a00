/** Servers that can be called. */
import {
  createBackoff,
  didYouMean,
  nearestNames,
  randomName,
  seededRandom,
  systemClock,
  UsageError,
} from '../../base/index.js'
import { DEFAULT_LIST_PATIENCE_MS } from '../choices/index.js'
import { createCatalogue } from './catalogue.js'
import { checkLimits } from './check-limits.js'
import { freshTools } from './fresh-tools.js'
import type { UpstreamsOptions } from './options.js'
import { createUpstreamServer, type UpstreamServer } from './upstream-server.js'
import type { ListChange, LiveUpstreams } from './upstreams.js'

/**
 * Starts nobody yet; each server has its own sessions, limits and back-off.
 * @throws UsageError DUPLICATE_SERVER or USAGE for names that cannot be told apart, or be the name of a server; USAGE for limits that
 *   nothing could keep
 */
export function createUpstreams(options: UpstreamsOptions): LiveUpstreams {
  const { entries, lock, unusable = [], clock = systemClock, seed = randomName() } = options
  const random = seededRandom(seed)
  const listeners = new Set<(change: ListChange) => void>()
  const servers = new Map(
    entries.map((entry): [string, UpstreamServer] => {
      const { name } = entry
      const limits = checkLimits(
        name,
        typeof options.limits === 'function' ? options.limits(name) : options.limits,
      )
      const onStarted = (): void => catalogue.recheck(name)
      return [name, createUpstreamServer(entry, { upstreams: options, limits, random, onChange, onStarted })]
    }),
  )
  const catalogue = createCatalogue({
    ...{ unusable, clock, patienceMs: options.listPatienceMs ?? DEFAULT_LIST_PATIENCE_MS },
    known: freshTools(entries, lock),
    sources: entries.flatMap(({ name }) => {
      const server = servers.get(name)
      if (server === undefined) return []
      const { list: ask, explain } = server
      return [
        { server: name, ask, explain, backoff: createBackoff(options.backoff ?? {}, { clock, random }) },
      ]
    }),
    onDiffer: (server) => tell({ server, what: 'tools' }),
  })
  let closing: Promise<void> | undefined

  function onChange(change: ListChange): void {
    if (change.what === 'tools') catalogue.expire(change.server)
    tell(change)
  }

  function tell(change: ListChange): void {
    for (const listener of [...listeners]) listener(change)
  }

  async function closeAll(): Promise<void> {
    await Promise.all([catalogue.close(), ...[...servers.values()].map((server) => server.close())])
  }

  const close = (): Promise<void> => {
    closing ??= closeAll()
    return closing
  }
  return {
    servers: entries.map(({ name }) => name),
    catalogue: catalogue.read,
    onChange(listener) {
      // Each time it is added it is one listener more.
      const own = (change: ListChange): void => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    use(server, requester, work) {
      const found = servers.get(server)
      if (found === undefined) return Promise.reject(unknownServer(server, [...servers.keys()]))
      return found.use(requester, work)
    },
    health: () => [...servers.values()].map((server) => server.health()),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function unknownServer(server: string, names: readonly string[]): UsageError {
  return new UsageError('USAGE', `Cannot use ${JSON.stringify(server)}: there is no such server`, {
    hint: didYouMean(nearestNames(server, names).slice(0, 1)) ?? `there are ${names.join(', ') || 'none'}`,
  })
}
