/** `pass-through`: requests go to the servers as they came, and answers come back as they came. */
import type { RecordingStore } from '../../recording/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { ComposedMode } from './composed-mode.js'
import { forwarding } from './forwarding.js'
import { openLive } from './open-live.js'

export function composePassThrough(world: GatewayWorld): ComposedMode {
  return passThrough(world, undefined)
}

/** What passes is kept in the store, where there is one. */
export function passThrough(world: GatewayWorld, store: RecordingStore | undefined): ComposedMode {
  const open = openLive(world, store)
  return { ...forwarding(world, open.live), [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() }
}
