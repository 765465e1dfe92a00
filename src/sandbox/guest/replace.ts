/** Puts the guest's own in the place of what the runtime has, so that it looks as in the runtime. */
import {
  bare,
  defineProperty,
  functionPrototype,
  functionToText,
  getOwnPropertyDescriptor,
  NativeWeakMap,
  reflectDelete,
  reflectGet,
  reflectOwnKeys,
  toStringTag,
  weakMapGet,
  weakMapSet,
} from './primordials.js'

export type AnyFunction = (...values: never[]) => unknown

const sourceTexts = new NativeWeakMap<object, string>()

/** What a function does, with its receiver and its arguments. */
export type Run = (self: unknown, values: unknown[]) => unknown

/** Like most functions of the runtime, a stand-in is no constructor and has no prototype. */
function asMethod(run: Run): AnyFunction {
  const holder = {
    method(this: unknown, ...values: unknown[]): unknown {
      return run(this, values)
    },
  }
  return holder.method
}

/** Gives a function the name, the length, the other members and the source text of the one in whose place it stands. */
export function disguise<T extends AnyFunction>(stand: T, original: AnyFunction): T {
  const keys = reflectOwnKeys(original)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as PropertyKey
    const descriptor = getOwnPropertyDescriptor(original, key)
    if (descriptor === undefined) continue
    bare(descriptor)
    // The original's own prototype names the original.
    if (key === 'prototype') descriptor.value = prototypeOf(stand)
    defineProperty(stand, key, descriptor)
  }
  return disguiseText(stand, original)
}

function prototypeOf(maker: AnyFunction): object {
  const prototype: object = {}
  const descriptor = bare({ value: maker, writable: true, enumerable: false, configurable: true })
  return defineProperty(prototype, 'constructor', descriptor)
}

/** Gives a function, or a proxy of it, the source text of another one. */
export function disguiseText<T extends AnyFunction>(stand: T, original: AnyFunction): T {
  // What stands in the place of a stand-in shows what that one shows.
  weakMapSet(sourceTexts, stand, weakMapGet(sourceTexts, original) ?? functionToText(original))
  return stand
}

/** Lets `Function.prototype.toString` tell the texts; once. */
export function installSourceTexts(): void {
  replaceMethod(functionPrototype, 'toString', () => (self) => {
    const text = isFunction(self) ? weakMapGet(sourceTexts, self) : undefined
    // The language's own refuses what is no function.
    return text ?? functionToText(self as AnyFunction)
  })
}

/** Replaces a method where it is defined, with the attributes that it has; one that is not there stays away. */
export function replaceMethod(holder: object, key: PropertyKey, make: (original: AnyFunction) => Run): void {
  if (getOwnPropertyDescriptor(holder, key) === undefined) return
  const original: unknown = reflectGet(holder, key)
  if (isFunction(original)) replaceValue(holder, key, disguise(asMethod(make(original)), original))
}

/** Replaces a global class by one that does the same; what the stand-in lacks is gone. */
export function replaceClass(name: string, stand: object): void {
  const original = reflectGet(globalThis, name) as AnyFunction & { readonly prototype: object }
  const { prototype } = stand as { readonly prototype: object }
  copyMember(stand, original, 'name')
  copyMember(stand, original, 'length')
  disguiseText(stand as AnyFunction, original)
  copyMember(prototype, original.prototype, toStringTag)
  const keys = reflectOwnKeys(prototype)
  for (let i = 0; i < keys.length; i++) disguiseMember(prototype, original.prototype, keys[i] as PropertyKey)
  replaceValue(globalThis, name, stand)
}

function copyMember(to: object, from: object, key: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(from, key)
  if (descriptor !== undefined) defineProperty(to, key, bare(descriptor))
}

function disguiseMember(prototype: object, original: object, key: PropertyKey): void {
  const own = descriptorOf(prototype, key)
  const real = descriptorOf(original, key)
  if (key === 'constructor') return
  if (own.get !== undefined && real.get !== undefined) {
    const { set, enumerable } = real
    defineAccessor(prototype, key, { get: disguise(own.get, real.get), set, enumerable })
  } else {
    const value: unknown = reflectGet(prototype, key)
    const shown: unknown = reflectGet(original, key)
    if (!isFunction(value) || !isFunction(shown)) return
    const { enumerable } = real
    const member = bare({ value: disguise(value, shown), writable: true, enumerable, configurable: true })
    defineProperty(prototype, key, member)
  }
}

/** Replaces the value of a property, with the attributes that it has. */
export function replaceValue(holder: object, key: PropertyKey, value: unknown): void {
  const { get, set, writable, enumerable } = descriptorOf(holder, key)
  if (get === undefined) {
    defineProperty(holder, key, bare({ value, writable, enumerable, configurable: true }))
    return
  }
  // The runtime makes some globals when they are first read; to the program they look the same.
  const assign = (assigned: unknown): void => {
    defineProperty(holder, key, bare({ value: assigned, writable: true, enumerable, configurable: true }))
  }
  defineAccessor(holder, key, {
    get: disguise(() => value, get),
    set: set === undefined ? undefined : disguise(assign, set),
    enumerable,
  })
}

/** What the runtime makes when it is first read is made now, and not in a world that a program has redefined. */
export function loadValue(holder: object, key: PropertyKey): void {
  if (descriptorOf(holder, key).get !== undefined) replaceValue(holder, key, reflectGet(holder, key))
}

/** Replaces the getter of a property; one that is not there stays away. */
export function replaceGetter(holder: object, key: PropertyKey, make: (original: AnyFunction) => Run): void {
  const { get, set, enumerable } = descriptorOf(holder, key)
  if (get === undefined) return
  defineAccessor(holder, key, { get: disguise(asMethod(make(get)), get), set, enumerable })
}

function defineAccessor(holder: object, key: PropertyKey, { get, set, enumerable }: Accessor): void {
  const descriptor: object = bare({ get, set, enumerable, configurable: true })
  defineProperty(holder, key, descriptor)
}

interface Accessor {
  readonly get: AnyFunction
  readonly set: AnyFunction | undefined
  readonly enumerable: boolean
}

interface KnownDescriptor {
  readonly get: AnyFunction | undefined
  readonly set: AnyFunction | undefined
  readonly writable: boolean
  readonly enumerable: boolean
}

function descriptorOf(holder: object, key: PropertyKey): KnownDescriptor {
  const descriptor = getOwnPropertyDescriptor(holder, key)
  if (descriptor === undefined)
    return bare({ get: undefined, set: undefined, writable: true, enumerable: false })
  bare(descriptor)
  return bare({
    get: descriptor.get,
    set: descriptor.set,
    writable: descriptor.writable === true,
    enumerable: descriptor.enumerable === true,
  })
}

/** Takes the members away. */
export function removeMembers(holder: object, keys: readonly PropertyKey[]): void {
  for (let i = 0; i < keys.length; i++) reflectDelete(holder, keys[i] as PropertyKey)
}

/** Takes every member away that has a name and is none of these. */
export function keepMembers(holder: object, names: readonly string[]): void {
  const keys = reflectOwnKeys(holder)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key === 'string' && !contains(names, key)) reflectDelete(holder, key)
  }
}

export function contains(names: readonly string[], name: string): boolean {
  for (let i = 0; i < names.length; i++) if (names[i] === name) return true
  return false
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function'
}
