/** What a gateway's rehearsals see tools change on copies outlives them where there is a store, as what `dry-run` sees does. */
import { inOneLine, StoreError } from '../../base/index.js'
import { keepObserved, type Observation } from '../../recording/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'

/** Gives a rehearsal an ear, and keeps what it heard when it is over. A store that may only be read fails nothing. */
export async function keepSeen<T>(
  { store, clock, warn }: Pick<GatewayWorld, 'store' | 'clock' | 'warn'>,
  rehearsal: (onObserved: (seen: readonly Observation[]) => void) => Promise<T>,
): Promise<T> {
  const observed: Observation[] = []
  const over = await rehearsal((seen) => void observed.push(...seen))
  if (store === undefined) return over
  try {
    await keepObserved(store, observed, clock.now())
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure
    warn(`What the tools were seen to change is not kept: ${inOneLine(failure.message, 200)}`)
  }
  return over
}
