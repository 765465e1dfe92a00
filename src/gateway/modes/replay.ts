/** `replay`: recordings stand in for all servers, none of which is started; what was never recorded is an error that says so. */
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { ComposedMode } from './composed-mode.js'
import { forwarding } from './forwarding.js'
import { openRecordedUpstreams } from './recorded-upstreams.js'
import { createRehearsals } from './rehearsals.js'

/** Plans are rehearsed alone. @throws UsageError USAGE without a store; StoreError */
export async function composeReplay(world: GatewayWorld): Promise<ComposedMode> {
  const live = await openRecordedUpstreams(world)
  const rehearse = createRehearsals(world, live)
  return {
    ...forwarding(world, live),
    plans: { rehearse },
    [Symbol.asyncDispose]: () => live.close(),
  }
}
