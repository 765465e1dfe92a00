/** Servers that can be called, with whatever keeps what they say: what `live`, `pass-through` and `record` have in common. */
import type { RecordingStore } from '../../recording/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { upstreamsOptions } from '../opening/upstream-options.js'
import { createUpstreams } from '../upstreams/create-upstreams.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'
import { createRecordingTaps } from './recording-taps.js'

export interface OpenLive extends AsyncDisposable {
  readonly live: LiveUpstreams
}

/** Nothing is recorded without a store. */
export function openLive(world: GatewayWorld, store: RecordingStore | undefined): OpenLive {
  const options = upstreamsOptions(world)
  if (store === undefined) {
    const live = createUpstreams(options)
    return { live, [Symbol.asyncDispose]: () => live.close() }
  }
  const taps = createRecordingTaps(world, store)
  const upstreams = createUpstreams({ ...options, tap: taps.tap })
  const live: LiveUpstreams = {
    ...upstreams,
    async catalogue() {
      const catalogue = await upstreams.catalogue()
      taps.learn(catalogue.registry)
      return catalogue
    },
  }
  return {
    live,
    async [Symbol.asyncDispose]() {
      await upstreams.close()
      await taps.settled()
    },
  }
}
