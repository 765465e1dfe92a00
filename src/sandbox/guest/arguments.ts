/**
 * A call's arguments, copied when the call is made. JSON or nothing: what would be lost in silence is refused. Undefined is
 * absent, as JSON has it, and null in an array.
 */
import type { Limits } from './limits.js'
import {
  argumentAt,
  getPrototypeOf,
  isArray,
  isWellFormed,
  NativeTypeError,
  objectPrototype,
  toText,
} from './primordials.js'
import { isUnknown } from './unknown.js'
import { type Path, pointerOf, type WrittenValue, writeValue } from './value-writer.js'

/**
 * Writes the one argument of a call; undefined when there is none.
 * An argument that is unknown as a whole becomes `{}` with the empty pointer.
 * @throws TypeError that names the path, for what JSON cannot hold, for a second argument, and for one that is no object.
 */
export function writeArguments(
  called: string,
  values: readonly unknown[],
  limits: Limits,
): WrittenValue | undefined {
  const only = argumentAt(values, 0)
  for (let i = 1; i < values.length; i++)
    if (argumentAt(values, i) !== undefined)
      throw refusedCall(called, `it takes one object, not ${values.length} arguments`)
  if (only === undefined) return undefined
  if (isUnknown(only)) return { json: '{}', unknownAt: '[""]' }
  if (typeof only !== 'object' || only === null || isArray(only)) {
    throw refusedCall(called, `its argument is ${describeArgument(only)}, not an object`)
  }
  return writeValue(only, limits, {
    write: (value, path) => {
      if (value === undefined) return undefined
      throw refusedCall(called, `${place(path)} is ${describeArgument(value)}, which JSON cannot hold`)
    },
    refuseCycle: (path) => {
      throw refusedCall(called, `${place(path)} contains itself`)
    },
  })
}

function place(path: Path | undefined): string {
  return path === undefined ? 'its argument' : `its argument at ${pointerOf(path)}`
}

function refusedCall(called: string, why: string): TypeError {
  return new NativeTypeError(`Cannot call ${called}: ${why}`)
}

function describeArgument(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'object') return isArray(value) ? 'an array' : `an instance of ${className(value)}`
  if (typeof value === 'number') return toText(value)
  if (typeof value === 'string') return isWellFormed(value) ? 'a string' : 'text with half a character in it'
  return `a ${typeof value}`
}

function className(value: object): string {
  const prototype: unknown = getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null || prototype === objectPrototype) return 'Object'
  try {
    const { constructor: maker } = prototype
    return typeof maker === 'function' ? toText(maker.name) : 'a class'
  } catch {
    // A getter of the program threw: the name is only for the message.
    return 'a class'
  }
}
