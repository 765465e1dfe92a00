/**
 * A value of which nothing is known. It can be read at any depth, called, iterated, printed and compared, and never throws;
 * whatever is taken from it is unknown again. `typeof` says "function", because it can be called.
 */
import {
  defineProperty,
  hasOwn,
  mapGet,
  mapSet,
  NativeMap,
  NativeProxy,
  uncurryThis,
  weakSetAdd,
  weakSetHas,
} from './primordials.js'
import { arrayMethodOf } from './unknown-array.js'

/** The member that `{ ...unknown }` leaves behind: an object that has it may have any other member too. */
export const MEMBERS_UNKNOWN: unique symbol = Symbol('members unknown')

/** What sets one unknown apart from another. */
export interface UnknownTraits {
  /** What it is where a number is needed: NaN when absent; 1 for a length, so that a counting loop runs once. */
  readonly number?: number
  /** What iterating it yields once; an unknown when absent. */
  readonly element?: unknown
  /** What calling it does; it gives an unknown when absent. */
  readonly call?: (values: readonly unknown[]) => unknown
}

/** Makes an unknown. `label` says where it comes from; it is printed as `⟨unknown LABEL⟩`. */
export function createUnknown(label: string, traits: UnknownTraits = {}): object {
  const name = label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label
  const text = `⟨unknown ${name}⟩`
  const members = new NativeMap<PropertyKey, unknown>()
  const target = emptyTarget()
  const value = new NativeProxy(target, {
    get: (_, key) => (hasOwn(target, key) ? target[key] : member(key)),
    has: () => true,
    set(_, key, assigned) {
      mapSet(members, key, assigned)
      return true
    },
    apply: (_, __, values) => traits.call?.(values) ?? createUnknown(`${name}()`),
    construct: () => createUnknown(`new ${name}`),
  })
  defineProperty(target, CUSTOM_INSPECT, { value: () => text, configurable: true })
  defineProperty(target, MEMBERS_UNKNOWN, { value, enumerable: true, configurable: true })
  weakSetAdd(unknowns, value)
  return value

  function member(key: PropertyKey): unknown {
    if (key === 'then') return undefined
    const before = mapGet(members, key)
    if (before !== undefined) return before
    const fresh = typeof key === 'symbol' ? symbolMember(key) : namedMember(String(key))
    mapSet(members, key, fresh)
    return fresh
  }

  function symbolMember(key: symbol): unknown {
    if (key === Symbol.toPrimitive) {
      return (hint: string) => (hint === 'number' ? (traits.number ?? Number.NaN) : text)
    }
    if (key === Symbol.iterator) return iterateOnce
    if (key === Symbol.asyncIterator) return iterateOnceAsync
    return key === Symbol.toStringTag ? 'Unknown' : undefined
  }

  function namedMember(key: string): unknown {
    if (key === 'toString' || key === 'toJSON' || key === 'toLocaleString') return () => text
    if (key === 'valueOf') return () => value
    const named = key === '[]' ? `${name}[]` : `${name}.${key}`
    if (key === 'length' || key === 'size') return createUnknown(named, { number: 1 })
    const arrayMethod = arrayMethodOf(key)
    if (arrayMethod === undefined) return createUnknown(named)
    return createUnknown(named, {
      call: (values) =>
        arrayMethod({ make: createUnknown, name: `${named}()`, self: value, element: element() }, values),
    })
  }

  function element(): unknown {
    return 'element' in traits ? traits.element : member('[]')
  }

  function* iterateOnce(): Generator<unknown> {
    yield element()
  }

  async function* iterateOnceAsync(): AsyncGenerator<unknown> {
    yield element()
  }
}

/** True for an unknown, whatever it was taken from. */
export function isUnknown(value: unknown): boolean {
  return typeof value === 'function' && weakSetHas(unknowns, value)
}

const unknowns = new WeakSet<object>()
const LONGEST_LABEL = 200
const CUSTOM_INSPECT = Symbol.for('Deno.customInspect')
const bindFunction = uncurryThis(Function.prototype.bind)

/** A bound function can be called and constructed, and once these two are gone no member of it binds the proxy. */
function emptyTarget(): Record<PropertyKey, unknown> {
  const target = bindFunction(function unknown() {
    return undefined
  }, undefined)
  delete target.length
  delete target.name
  return target
}
