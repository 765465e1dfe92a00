/** What blocks the thread or watches the collector of memory: on the time of the world, and without chance. */
import type { Events } from './events.js'
import {
  argumentAt,
  bare,
  isFiniteNumber,
  NativeProxy,
  NativeWeakMap,
  reflectApply,
  reflectConstruct,
  toNumber,
  weakMapSet,
} from './primordials.js'
import { type AnyFunction, disguiseText, removeMembers, replaceMethod, replaceValue } from './replace.js'

/**
 * `Atomics.wait` with a limit lets virtual time pass and returns; without one it blocks for good, as it would.
 * `Atomics.waitAsync` would count real time beside the program: gone.
 */
export function installWaiting(events: Events): void {
  removeMembers(Atomics, ['waitAsync'])
  replaceMethod(Atomics, 'wait', (original) => (_, values) => {
    const given = argumentAt(values, 3)
    const limitMs = toNumber(given)
    if (events.isReal() || !isFiniteNumber(limitMs)) return reflectApply(original, undefined, values)
    // Nobody can wake it while it waits: there is one thread.
    const outcome: unknown = reflectApply(original, undefined, [
      argumentAt(values, 0),
      argumentAt(values, 1),
      argumentAt(values, 2),
      0,
    ])
    if (outcome === 'timed-out' && limitMs > 0) events.pass(limitMs)
    return outcome
  })
}

/** Nothing that a `WeakRef` names is ever collected, and no `FinalizationRegistry` hears of anything: both are allowed to be so. */
export function installReferences(): void {
  const targets = new NativeWeakMap<object, unknown>()
  const RealRef = WeakRef
  const RealRegistry = FinalizationRegistry
  standFor(RealRef, (values, newTarget) => {
    const reference: object = reflectConstruct(RealRef, values, newTarget)
    weakMapSet(targets, reference, argumentAt(values, 0))
    return reference
  })
  standFor(RealRegistry, (values, newTarget) => {
    const cleanup = argumentAt(values, 0)
    return reflectConstruct(
      RealRegistry,
      [typeof cleanup === 'function' ? () => undefined : cleanup],
      newTarget,
    )
  })
}

type Construct = (values: unknown[], newTarget: NewableFunction) => object

function standFor(
  original: NewableFunction & { readonly prototype: object; readonly name: string },
  construct: Construct,
): void {
  const stand = new NativeProxy(
    original,
    bare({
      construct: (_: unknown, values: unknown[], newTarget: NewableFunction) => construct(values, newTarget),
    }),
  )
  disguiseText(stand as unknown as AnyFunction, original as unknown as AnyFunction)
  replaceValue(original.prototype, 'constructor', stand)
  replaceValue(globalThis, original.name, stand)
}
