/**
 * The language's own functions, taken before the program runs: a program that redefines `JSON.stringify` or
 * `Map.prototype.get` changes them for itself, not for the guest's bookkeeping.
 */

export const { parse: parseJsonText, stringify: jsonText } = JSON
export const { keys: objectKeys, hasOwn, getPrototypeOf, defineProperty, freeze } = Object
export const { construct: reflectConstruct } = Reflect
export const { isArray } = Array
export const { isFinite: isFiniteNumber } = Number
export const { floor } = Math
export const objectPrototype = Object.prototype
export const toText = String
export const NativeError = Error
export const NativePromise = Promise
export const NativeProxy = Proxy
export const NativeMap = Map
export const NativeTypeError = TypeError

export const mapGet = uncurryThis(Map.prototype.get)
export const mapSet = uncurryThis(Map.prototype.set)
export const mapDelete = uncurryThis(Map.prototype.delete)
export const mapForEach = uncurryThis(Map.prototype.forEach)
export const weakSetHas = uncurryThis(WeakSet.prototype.has)
export const weakSetAdd = uncurryThis(WeakSet.prototype.add)
export const weakMapGet = uncurryThis(WeakMap.prototype.get)
export const weakMapSet = uncurryThis(WeakMap.prototype.set)
export const promiseThen = uncurryThis(Promise.prototype.then)
export const replaceAllText = uncurryThis<string, [string, string], string>(String.prototype.replaceAll)
export const toWellFormed = uncurryThis(String.prototype.toWellFormed)
export const isWellFormed = uncurryThis(String.prototype.isWellFormed)
export const textIndexOf = uncurryThis(String.prototype.indexOf)
export const textSlice = uncurryThis(String.prototype.slice)
export const errorToText = uncurryThis(Error.prototype.toString)

/** A method as a function of its receiver, immune to later changes of `Function.prototype`. */
export function uncurryThis<This, Arguments extends unknown[], Result>(
  method: (this: This, ...values: Arguments) => Result,
): (self: This, ...values: Arguments) => Result {
  const { bind, call } = Function.prototype
  // `call.bind(method)` takes the receiver first: exactly the signature promised.
  return bind.call(call, method) as (self: This, ...values: Arguments) => Result
}
