/** What the program returns, written as `JSON.stringify` would, but loud where that fails. */
import type { Limits } from './limits.js'
import { jsonText, NativeTypeError, reflectApply, toWellFormed } from './primordials.js'
import { type Path, pointerOf, type WriteValue, type WrittenValue, writeValue } from './value-writer.js'

/**
 * Writes the result: members that JSON cannot hold are left out, `toJSON` is honoured, nothing becomes null.
 * @throws TypeError for a BigInt and for a value that contains itself.
 */
export function writeResult(value: unknown, limits: Limits): WrittenValue {
  const written = writeValue(value, limits, {
    write: writeOdd,
    refuseCycle: (path) => {
      throw new NativeTypeError(`Cannot return a value that contains itself${at(path)}`)
    },
  })
  return written ?? { json: 'null', unknownAt: '[]' }
}

function writeOdd(value: unknown, path: Path | undefined, write: WriteValue): string | undefined {
  if (typeof value === 'number') return 'null'
  if (typeof value === 'string') return jsonText(toWellFormed(value))
  if (typeof value === 'bigint') throw new NativeTypeError(`Cannot return a BigInt${at(path)}`)
  if (typeof value !== 'object' || value === null) return undefined
  // An instance: `toJSON` decides, as for Date and URL; without it the own members count.
  const { toJSON } = value as { readonly toJSON: unknown }
  return write(typeof toJSON === 'function' ? reflectApply(toJSON, value, ['']) : { ...value }, path)
}

function at(path: Path | undefined): string {
  return path === undefined ? '' : ` at ${pointerOf(path)}`
}
