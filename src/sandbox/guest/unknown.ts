/**
 * A value of which nothing is known. It can be read at any depth, called, iterated, printed and compared, and never throws;
 * whatever is taken from it is unknown again. `typeof` says "function", because it can be called.
 */
import {
  asyncIterator,
  bare,
  defineProperty,
  hasOwn,
  iterator,
  mapGet,
  mapSet,
  NativeMap,
  NativeProxy,
  NativeWeakSet,
  textSlice,
  toPrimitive,
  toStringTag,
  toText,
  uncurryThis,
  weakSetAdd,
  weakSetHas,
} from './primordials.js'
import { removeMembers } from './replace.js'
import { arrayMethodOf } from './unknown-array.js'

/** The member that `{ ...unknown }` leaves behind: an object that has it may have any other member too. */
export const MEMBERS_UNKNOWN: unique symbol = Symbol('members unknown')

/** What sets one unknown apart from another. */
export interface UnknownTraits {
  /** What it is where a number is needed: NaN; 1 for a length, so that a counting loop runs once. */
  readonly number: number
  /** What iterating it yields once; by itself, an unknown. */
  readonly element: { readonly value: unknown } | undefined
  /** What calling it does; by itself, it gives an unknown. */
  readonly whenCalled: ((values: readonly unknown[]) => unknown) | undefined
}

/** Makes an unknown. `label` says where it comes from; it is printed as `⟨unknown LABEL⟩`. */
export function createUnknown(label: string, traits: UnknownTraits = PLAIN): object {
  const name = label.length > LONGEST_LABEL ? `${textSlice(label, 0, LONGEST_LABEL)}…` : label
  const text = `⟨unknown ${name}⟩`
  const members = new NativeMap<PropertyKey, unknown>()
  const target = emptyTarget()
  const value = new NativeProxy(
    target,
    bare<ProxyHandler<typeof target>>({
      get: (_, key) => (hasOwn(target, key) ? target[key] : member(key)),
      has: () => true,
      set(_, key, assigned) {
        mapSet(members, key, assigned)
        return true
      },
      apply: (_, __, values) => {
        const { whenCalled } = traits
        return whenCalled === undefined ? createUnknown(`${name}()`) : whenCalled(values)
      },
      construct: () => createUnknown(`new ${name}`),
    }),
  )
  defineProperty(target, CUSTOM_INSPECT, bare({ value: () => text, configurable: true }))
  defineProperty(target, MEMBERS_UNKNOWN, bare({ value, enumerable: true, configurable: true }))
  weakSetAdd(unknowns, value)
  return value

  function member(key: PropertyKey): unknown {
    if (key === 'then') return undefined
    const before = mapGet(members, key)
    if (before !== undefined) return before
    const fresh = typeof key === 'symbol' ? symbolMember(key) : namedMember(toText(key))
    mapSet(members, key, fresh)
    return fresh
  }

  function symbolMember(key: symbol): unknown {
    if (key === toPrimitive) {
      return (hint: string) => (hint === 'number' ? traits.number : text)
    }
    if (key === iterator) return iterateOnce
    if (key === asyncIterator) return iterateOnceAsync
    return key === toStringTag ? 'Unknown' : undefined
  }

  function namedMember(key: string): unknown {
    if (key === 'toString' || key === 'toJSON' || key === 'toLocaleString') return () => text
    if (key === 'valueOf') return () => value
    const named = key === '[]' ? `${name}[]` : `${name}.${key}`
    if (key === 'length' || key === 'size') {
      return createUnknown(named, { number: 1, element: undefined, whenCalled: undefined })
    }
    const arrayMethod = arrayMethodOf(key)
    if (arrayMethod === undefined) return createUnknown(named)
    return createUnknown(named, {
      number: NOT_A_NUMBER,
      element: undefined,
      whenCalled: (values) =>
        arrayMethod({ make: createList, label: `${named}()`, self: value, element: element() }, values),
    })
  }

  function element(): unknown {
    return traits.element === undefined ? member('[]') : traits.element.value
  }

  function* iterateOnce(): Generator<unknown> {
    yield element()
  }

  async function* iterateOnceAsync(): AsyncGenerator<unknown> {
    yield element()
  }
}

function createList(label: string, element: { readonly value: unknown } | undefined): object {
  return createUnknown(label, { number: NOT_A_NUMBER, element, whenCalled: undefined })
}

/** True for an unknown, whatever it was taken from. */
export function isUnknown(value: unknown): boolean {
  return typeof value === 'function' && weakSetHas(unknowns, value)
}

const NOT_A_NUMBER = Number.NaN
const unknowns = new NativeWeakSet<object>()
const PLAIN: UnknownTraits = { number: NOT_A_NUMBER, element: undefined, whenCalled: undefined }
const LONGEST_LABEL = 200
const CUSTOM_INSPECT = Symbol.for('Deno.customInspect')
const bindFunction = uncurryThis(Function.prototype.bind)

/** A bound function can be called and constructed, and once these two are gone no member of it binds the proxy. */
function emptyTarget(): Record<PropertyKey, unknown> {
  const target = bindFunction(function unknown() {
    return undefined
  }, undefined)
  removeMembers(target, ['length', 'name'])
  return target
}
