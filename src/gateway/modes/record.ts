/** `record`: as `pass-through`, and every exchange with the servers is kept. */
import { UsageError } from '../../base/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { ComposedMode } from './composed-mode.js'
import { passThrough } from './pass-through.js'

/** @throws UsageError USAGE without a store */
export function composeRecord(world: GatewayWorld): ComposedMode {
  if (world.store !== undefined) return passThrough(world, world.store)
  throw new UsageError('USAGE', 'Cannot make a gateway that records without a store', {
    hint: 'name one: a path such as .understudy/recordings.db, or a postgres:// URL',
  })
}
