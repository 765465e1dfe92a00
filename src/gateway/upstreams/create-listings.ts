/**
 * Servers that can be asked for their tools and nothing else: those of a dry gateway. Nothing here gives a session away, none
 * outlives its list, and no frame leaves but those that it takes to list. One that lists its tools in a copy is not asked.
 */
import {
  createBackoff,
  defined,
  nextLoopTurn,
  randomName,
  seededRandom,
  systemClock,
} from '../../base/index.js'
import type { ServerEntry } from '../../config/index.js'
import { connectEntry, describeServer } from '../../launch/index.js'
import type { ServerTools } from '../../registry/index.js'
import { DEFAULT_LIST_PATIENCE_MS } from '../choices/index.js'
import { type CatalogueSource, createCatalogue } from './catalogue.js'
import { createErrorRedaction } from './error-redaction.js'
import { freshTools } from './fresh-tools.js'
import { listingOnly } from './listing-only.js'
import type { ListingOptions } from './options.js'
import type { ListChange, UpstreamHealth, Upstreams } from './upstreams.js'

/**
 * Starts nobody yet. The sessions are closed, and their processes gone, before a catalogue has what they said.
 * @throws UsageError DUPLICATE_SERVER or USAGE for names that cannot be told apart, or be the name of a server
 */
export function createListings(options: ListingOptions): Upstreams {
  const { entries, unusable = [], clock = systemClock, seed = randomName() } = options
  const { listPatienceMs: patienceMs = DEFAULT_LIST_PATIENCE_MS } = options
  const random = seededRandom(seed)
  const closing = new AbortController()
  const listeners = new Set<(change: ListChange) => void>()
  const listedInCopy = new Set<string>()
  const sources = entries.map((entry) => ({
    server: entry.name,
    async ask() {
      const inCopy = await listInCopy(entry.name, options, patienceMs / 5)
      if (inCopy !== undefined) listedInCopy.add(entry.name)
      return inCopy ?? listTools(entry, options, closing.signal)
    },
    explain: createErrorRedaction(entry).sentence,
    backoff: createBackoff(options.backoff ?? {}, { clock, random }),
  }))
  const catalogue = createCatalogue({
    ...{ sources, unusable, clock, patienceMs },
    known: freshTools(entries, options.lock),
    // A session that is closed tells of no change: only what came late is one.
    onDiffer(server) {
      for (const listener of [...listeners]) listener({ server, what: 'tools' })
    },
  })

  function healthOf({ server, backoff }: Pick<CatalogueSource, 'server' | 'backoff'>): UpstreamHealth {
    const { isAsking, isKnown, problem } = catalogue.state(server)
    const { failures } = backoff
    const waiting = failures > 0 ? ('waiting' as const) : ('idle' as const)
    return {
      server,
      state: isAsking ? 'starting' : isKnown ? 'ready' : waiting,
      sessions: 0,
      failures,
      ...defined({ problem }),
      ...(failures === 0 ? {} : { retryAt: new Date(clock.now() + backoff.waitMs()).toISOString() }),
    }
  }

  const close = (): Promise<void> => {
    closing.abort()
    return catalogue.close()
  }
  return {
    servers: entries.map(({ name }) => name),
    async catalogue(server) {
      const read = await catalogue.read(server)
      return { ...read, asked: read.asked.filter((name) => !listedInCopy.has(name)) }
    },
    onChange(listener) {
      // Each time it is added it is one listener more.
      const own = (change: ListChange): void => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    health: () => sources.map(healthOf),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Undefined where it is to be asked outside: no copy is made just now, or none in which it has listed its tools in time. */
async function listInCopy(
  server: string,
  { starts, clock = systemClock }: ListingOptions,
  patienceMs: number,
): Promise<ServerTools | undefined> {
  if (starts === undefined) return undefined
  // Whoever has it started in a copy, beside asking for lists, does so in this turn.
  await nextLoopTurn()
  const over = new AbortController()
  // A copy of much takes long, and in one a server may wait for a network.
  const late = clock.sleep(patienceMs, over.signal).catch(() => undefined)
  const inTime = await Promise.race([starts.listed(server), late])
  over.abort()
  return inTime ?? undefined
}

async function listTools(
  entry: ServerEntry,
  { clientInfo, era, timeoutMs, probeTimeoutMs, openReplay, marks, clock, hurry, starts }: ListingOptions,
  signal: AbortSignal,
): Promise<ServerTools> {
  signal.throwIfAborted()
  using _ = starts?.outside()
  await using session = await connectEntry(entry, {
    ...{ clientInfo, signal, around: listingOnly },
    ...defined({ era, timeoutMs, probeTimeoutMs, openReplay }),
    ...(marks === undefined ? {} : { marks: marks() }),
    ...defined({ clock, hurry }),
  })
  return await describeServer(entry, session, { signal })
}
