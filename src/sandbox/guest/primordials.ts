/**
 * The language's own functions, taken before the program runs and called without looking anything up: a program that redefines
 * `JSON.stringify` or `Map.prototype.get` changes them for itself, not for the guest. The other files of the guest call no method of a
 * value; a test holds them to that.
 */

const { bind, call } = Function.prototype
const callOf = bind.bind(call)

/** A method as a function of its receiver, immune to later changes of `Function.prototype`. */
export function uncurryThis<This, Arguments extends unknown[], Result>(
  method: (this: This, ...values: Arguments) => Result,
): (self: This, ...values: Arguments) => Result {
  // `call.bind(method)` takes the receiver first: exactly the signature promised.
  return callOf(method) as (self: This, ...values: Arguments) => Result
}

/** The getter of a property as a function of its receiver. */
export function uncurryGetter<This, Result>(holder: object, key: PropertyKey): (self: This) => Result {
  // A getter of the language that every engine in question has; without it the guest does not start.
  return callOf(getOwnPropertyDescriptor(holder, key)?.get as () => unknown) as (self: This) => Result
}

export const jsonObject = JSON
export const { parse: parseJsonText, stringify: jsonText } = JSON
export const {
  keys: objectKeys,
  getOwnPropertyNames: ownNames,
  hasOwn,
  getPrototypeOf,
  defineProperty,
  getOwnPropertyDescriptor,
  freeze,
  setPrototypeOf,
} = Object
export const {
  apply: reflectApply,
  construct: reflectConstruct,
  ownKeys: reflectOwnKeys,
  deleteProperty: reflectDelete,
  get: reflectGet,
} = Reflect
export const { isArray } = Array
export const { isView } = ArrayBuffer
export const { isFinite: isFiniteNumber, isNaN: isNotANumber } = Number
export const { floor, imul, trunc } = Math
export const objectPrototype = Object.prototype
export const functionPrototype = Function.prototype
export const toText = String
export const toNumber = Number
export const NativeError = Error
export const NativePromise = Promise
export const NativeProxy = Proxy
export const NativeMap = Map
export const NativeSet = Set
export const NativeDate = Date
export const NativeRegExp = RegExp
export const NativeWeakMap = WeakMap
export const NativeWeakSet = WeakSet
export const NativeTypeError = TypeError
export const NativeEvalError = EvalError
export const NativeSyntaxError = SyntaxError
export const NativeUint8Array = Uint8Array
export const { toPrimitive, iterator, asyncIterator, toStringTag } = Symbol

export const mapGet = uncurryThis(Map.prototype.get)
export const mapSet = uncurryThis(Map.prototype.set)
export const mapClear = uncurryThis(Map.prototype.clear)
export const mapDelete = uncurryThis(Map.prototype.delete)
export const mapForEach = uncurryThis(Map.prototype.forEach)
export const setForEach = uncurryThis(Set.prototype.forEach) as <T>(
  set: Set<T>,
  visit: (member: T) => void,
) => void
export const dateTime = uncurryThis(Date.prototype.getTime)
export const weakSetHas = uncurryThis(WeakSet.prototype.has)
export const weakSetAdd = uncurryThis(WeakSet.prototype.add)
export const weakMapGet = uncurryThis(WeakMap.prototype.get)
export const weakMapSet = uncurryThis(WeakMap.prototype.set)
export const replaceAllText = uncurryThis<string, [string, string], string>(String.prototype.replaceAll)
export const toWellFormed = uncurryThis(String.prototype.toWellFormed)
export const isWellFormed = uncurryThis(String.prototype.isWellFormed)
export const textIncludes = uncurryThis<string, [string], boolean>(String.prototype.includes)
export const textSlice = uncurryThis(String.prototype.slice)
export const charCodeAt = uncurryThis(String.prototype.charCodeAt)
export const lowerCase = uncurryThis(String.prototype.toLowerCase)
export const upperCase = uncurryThis(String.prototype.toUpperCase)
export const numberToText = uncurryThis(Number.prototype.toString)
export const errorToText = uncurryThis(Error.prototype.toString)
export const functionToText = uncurryThis(Function.prototype.toString)
export const isInstance = uncurryThis<new (...values: never[]) => unknown, [unknown], boolean>(
  Function.prototype[Symbol.hasInstance],
)

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype)
export const bufferOf = uncurryGetter<ArrayBufferView, ArrayBuffer>(typedArray, 'buffer')
export const byteOffsetOf = uncurryGetter<ArrayBufferView, number>(typedArray, 'byteOffset')
export const byteLengthOf = uncurryGetter<ArrayBufferView, number>(typedArray, 'byteLength')
export const bytesIndexOf = uncurryThis(Uint8Array.prototype.indexOf)
export const bytesFill = uncurryThis(Uint8Array.prototype.fill)
export const bytesSet = uncurryThis<Uint8Array, [Uint8Array, number], void>(Uint8Array.prototype.set)
export const bytesCopyWithin = uncurryThis(Uint8Array.prototype.copyWithin)
export const regExpSource = uncurryGetter<RegExp, string>(RegExp.prototype, 'source')
export const regExpFlags = uncurryGetter<RegExp, string>(RegExp.prototype, 'flags')

/** The object without a prototype: what is not its own is not there, whatever the program does to `Object.prototype`. */
export function bare<T extends object>(value: T): T {
  return setPrototypeOf(value, null)
}

/** The value at an index of a list of arguments; undefined beyond its end, whatever the program does to `Array.prototype`. */
export function argumentAt(values: readonly unknown[], index: number): unknown {
  return index < values.length ? values[index] : undefined
}

/** Waits for a promise that the program cannot reach. Neither its `constructor` nor a species of it is asked. */
export function settle(
  promise: Promise<unknown>,
  onValue: (value: unknown) => void,
  onError: (thrown: unknown) => void,
): void {
  void defineProperty(promise, 'constructor', bare({ value: undefined }))
  void promiseThen(promise, onValue, onError)
}

const promiseThen = uncurryThis<
  Promise<unknown>,
  [(value: unknown) => void, (thrown: unknown) => void],
  unknown
>(Promise.prototype.then)
