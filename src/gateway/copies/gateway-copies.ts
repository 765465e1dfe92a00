/** The copies in which a gateway rehearses: who gets which, and that there are some where there must be. */
import { dirname, resolve, sep } from 'node:path'
import { TransportError } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import { serverSettings } from '../../config/index.js'
import type { PreparedCopies } from '../../copy/index.js'
import { type Effects, effectsOfTools } from '../../effects/index.js'
import { DEFAULT_STORE, isPostgresUrl } from '../../recording/store-name.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { Foresee } from '../approvals/foresight.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { type CalledServers, createCalledServers } from './called-servers.js'
import { type ClientView, isForEverybody, isPlain, viewOf } from './client-view.js'
import { comparedServers } from './compared-servers.js'
import { foreseeIn } from './foresee.js'
import { type CopiesWatch, openCopies } from './open-copies.js'
import { createRefusals } from './refusals.js'
import { createSpareWorlds, type SpareWorlds } from './spare-worlds.js'
import type { Starts } from './starts.js'
import { type Compare, type TakenCopies, takenCopies } from './taken-copies.js'

/** Whoever made it closes it: every server in a copy is gone by then. */
export interface GatewayCopies extends AsyncDisposable {
  /**
   * For one rehearsal, or one question: whoever takes it disposes it. `isForLong`: others are made ready meanwhile, while it is not called.
   * @throws TransportError COPY_REFUSED where every server must be copied and one cannot be; the signal's reason when aborted
   */
  take(by: Requester, signal: AbortSignal, isForLong?: boolean): Promise<TakenCopies>
  /** This client looks at what tools there are: it may rehearse something with them soon; where all that it calls is rehearsed, next. */
  expect(by: Requester, when: 'next' | 'soon'): void
  /** Makes calls of this client in a copy, one each, before anybody is asked about them. */
  foreseer(by: Requester, registry: ToolRegistry): Foresee
  /** The same servers, for one real call: that it was made, and may have written, is known here. */
  forCall(live: LiveUpstreams, call: ToolCall, registry: ToolRegistry): LiveUpstreams
}

/**
 * Undefined where nothing is to be copied. Starts nothing yet. `starts`: those of the same servers. `live`: the servers that last, where they
 * can be called.
 */
export function createGatewayCopies(
  world: GatewayWorld,
  starts: Starts,
  live?: LiveUpstreams,
): GatewayCopies | undefined {
  const { copy = 'auto', spareCopies = 1 } = world.options
  const { clock } = world
  if (copy === 'never' || world.entries.length === 0) return undefined
  const spares = createSpareWorlds({
    open: openingOf(world, starts),
    most: spareCopies,
    clock,
    isOurs: ownFilesOf(world),
  })
  const called = live && createCalledServers(live)
  async function take(by: Requester, signal: AbortSignal, isForLong = false): Promise<TakenCopies> {
    const begun = clock.monotonic()
    const busy = spares.busy()
    try {
      const prepared = await spares.take(await viewOf(by), signal)
      const readyMs = clock.monotonic() - begun
      if (copy === 'always') await refuseUncopied(world, prepared)
      if (isForLong) busy[Symbol.dispose]()
      return takenCopies(prepared, {
        ...{ readyMs, calling: spares.busy, compare: comparerFor(world, called, by) },
        ...(isForLong ? {} : { busy }),
      })
    } catch (failure) {
      busy[Symbol.dispose]()
      throw failure
    }
  }

  return {
    take,
    foreseer: (by, registry) => foreseeIn(world, registry, (signal) => take(by, signal)),
    expect(by, when) {
      // Nobody is asked for its roots before it wants something.
      if (isPlain(by)) void viewOf(by).then((view) => spares.expect(view, when))
    },
    forCall: (live, call, registry) =>
      called === undefined
        ? live
        : forCall(live, call, { spares, called, effects: () => effectsOfTools(registry, world) }),
    [Symbol.asyncDispose]: () => spares[Symbol.asyncDispose](),
  }
}

type Open = (view: ClientView, signal: AbortSignal, watch?: CopiesWatch) => Promise<PreparedCopies>

/** Without what was refused a while ago. It counts as moved by its start only where something started outside meanwhile. */
function openingOf(world: GatewayWorld, starts: Starts): Open {
  const refusals = createRefusals(world.clock)
  return async (view, signal, watch = {}) => {
    const refused = refusals.now()
    const entries = world.entries.filter(
      ({ name }) =>
        refused.every(({ server }) => server !== name) &&
        // Whoever has a server for rehearsals wants no copy of the real one.
        serverSettings(world.settings, name).rehearse === undefined,
    )
    const names = entries.map(({ name }) => name)
    using start = starts.inCopy(names, isForEverybody(view))
    const { onListed } = start
    const prepared = await openCopies({ ...world, entries }, view, signal, { ...watch, onListed })
    refusals.note(prepared.notCopied)
    return {
      ...prepared,
      isMovedByStart: prepared.isMovedByStart && start.wasBeside,
      notCopied: [...refused, ...prepared.notCopied],
    }
  }
}

/** What is recorded and kept is written beside the servers' own files, and no server of a plan reads it. */
function ownFilesOf({
  options: { store, runJournal, cwd = process.cwd() },
}: GatewayWorld): (path: string) => boolean {
  const named = [store, runJournal].flatMap((name) =>
    typeof name === 'string' && !isPostgresUrl(name) ? [resolve(cwd, name)] : [],
  )
  const folder = dirname(DEFAULT_STORE)
  return (path) => path.split(sep).includes(folder) || named.some((own) => path.startsWith(own))
}

function comparerFor(world: GatewayWorld, called: CalledServers | undefined, by: Requester): Compare {
  if (called === undefined) return (copied) => copied
  const { settings, policy } = world
  const running = called.seenBy(by)
  return (copied, registry) =>
    comparedServers(copied, {
      ...{ running, registry, policy, effects: effectsOfTools(registry, world) },
      isKnown: (server) => serverSettings(settings, server).memory !== undefined,
    })
}

async function refuseUncopied({ entries }: GatewayWorld, prepared: PreparedCopies): Promise<void> {
  const copied = new Set(prepared.tools.map(({ server }) => server))
  const missing = entries.find(({ name }) => !copied.has(name))
  if (missing === undefined) return
  await prepared[Symbol.asyncDispose]()
  const why = prepared.notCopied.find(({ server }) => server === missing.name)?.why ?? 'it did not start'
  throw new TransportError('COPY_REFUSED', `Cannot rehearse "${missing.name}" in a copy: ${why}`, {
    hint: 'leave --copy always out to rehearse without',
  })
}

/** Real calls: while one is under way no world is made ready, and after one that may have written none that stands ready is up to date. */
interface CallNotes {
  readonly spares: Pick<SpareWorlds, 'busy' | 'outdate'>
  readonly called: CalledServers
  readonly effects: () => Effects
}

/** The same servers, to be used for this one call. */
function forCall(live: LiveUpstreams, call: ToolCall, { spares, called, effects }: CallNotes): LiveUpstreams {
  return {
    ...live,
    async use(server, requester, work) {
      using _ = spares.busy()
      try {
        return await live.use(server, requester, (session) => {
          called.note(session, call)
          return work(session)
        })
      } finally {
        // Also when nobody knows whether it did its work.
        if (effects().footprintOf(call).writes.length > 0) spares.outdate()
      }
    },
  }
}
