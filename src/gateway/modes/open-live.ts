/** Servers that can be called, with whatever keeps what they say: what `live`, `pass-through` and `record` have in common. */
import type { Tool } from '../../protocol/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { Session } from '../../session/index.js'
import type { Starts } from '../copies/starts.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { upstreamsOptions } from '../opening/upstream-options.js'
import { createUpstreams } from '../upstreams/create-upstreams.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { createRecordingTaps } from './recording-taps.js'

export interface OpenLive extends AsyncDisposable {
  readonly live: LiveUpstreams
  /**
   * Resolves when what servers have said by now is stored, or a second later: a store that is slow holds nobody up.
   * Rejects with the signal's reason.
   */
  caughtUp(signal: AbortSignal): Promise<void>
}

/** Nothing is recorded without a store. `starts`: where the same servers are started in copies too. */
export function openLive(world: GatewayWorld, store: RecordingStore | undefined, starts?: Starts): OpenLive {
  const options = upstreamsOptions(world, starts)
  if (store === undefined) {
    const live = createUpstreams(options)
    return { live, caughtUp: () => Promise.resolve(), [Symbol.asyncDispose]: () => live.close() }
  }
  const taps = createRecordingTaps(world, store)
  const upstreams = createUpstreams({ ...options, tap: taps.tap })
  const live: LiveUpstreams = {
    ...upstreams,
    async catalogue(server) {
      const catalogue = await upstreams.catalogue(server)
      for (const { server, tools } of catalogue.registry.servers) taps.learn(server, tools)
      return catalogue
    },
    use: (server, requester, work) =>
      upstreams.use(server, requester, async (session) => {
        if (!taps.isKnown(server)) taps.learn(server, await listedBy(session))
        return work(session)
      }),
  }
  return {
    live,
    async caughtUp(signal) {
      const over = new AbortController()
      const late = world.clock.sleep(PATIENCE_MS, AbortSignal.any([over.signal, signal]))
      try {
        await Promise.race([taps.settled(), late])
      } finally {
        over.abort()
      }
    },
    async [Symbol.asyncDispose]() {
      await upstreams.close()
      await taps.settled()
    },
  }
}

/** A server that cannot list its tools can be called all the same: what it answers is then recorded as that of an unknown tool. */
async function listedBy(session: Session): Promise<readonly Tool[]> {
  return await session.listTools().catch(() => [])
}

const PATIENCE_MS = 1_000
