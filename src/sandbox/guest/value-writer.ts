/** Writes a program's value as JSON text, and notes where it holds an unknown. */
import type { Limits } from './limits.js'
import {
  getPrototypeOf,
  hasOwn,
  isArray,
  isFiniteNumber,
  isWellFormed,
  jsonText,
  objectKeys,
  objectPrototype,
  replaceAllText,
} from './primordials.js'
import { isUnknown, MEMBERS_UNKNOWN } from './unknown.js'

export interface WrittenValue {
  readonly json: string
  /** A JSON array of JSON Pointers. */
  readonly unknownAt: string
}

/** What to do with what JSON cannot hold. */
export interface OddValues {
  /** Gives other text, leaves the value out (undefined), or throws. */
  write(value: unknown, path: Path | undefined, write: WriteValue): string | undefined
  /** Throws: the value at `path` contains itself. */
  refuseCycle(path: Path | undefined): never
}

export type WriteValue = (value: unknown, path: Path | undefined) => string | undefined

/** The way from the top to a value, last step first. */
export interface Path {
  readonly above: Path | undefined
  readonly step: string
  /** The array or object that the step leads out of. */
  readonly holder: object
  readonly depth: number
}

/** Writes `value`; undefined when `odd` leaves it out as a whole. Getters of the program run while it is read. */
export function writeValue(value: unknown, limits: Limits, odd: OddValues): WrittenValue | undefined {
  let written = 0
  let pointers = ''
  const json = write(value, undefined)
  return json === undefined ? undefined : { json, unknownAt: `[${pointers}]` }

  function write(item: unknown, path: Path | undefined): string | undefined {
    if (item === null || item === true || item === false)
      return count(item === null ? 'null' : item ? 'true' : 'false')
    if (typeof item === 'number' && isFiniteNumber(item)) return count(jsonText(item))
    if (typeof item === 'string' && isWellFormed(item)) return writeText(item)
    if (isUnknown(item)) {
      noteUnknown(path)
      return count('null')
    }
    if (typeof item !== 'object') return odd.write(item, path, write)
    return writeContainer(item, path)
  }

  function writeContainer(item: object, path: Path | undefined): string | undefined {
    for (let at = path; at !== undefined; at = at.above) if (at.holder === item) odd.refuseCycle(path)
    if ((path?.depth ?? 0) >= limits.maxDepth()) return limits.exceed('depth')
    if (isArray(item)) return writeArray(item, path)
    const prototype: unknown = getPrototypeOf(item)
    return prototype === objectPrototype || prototype === null
      ? writeObject(item, path)
      : odd.write(item, path, write)
  }

  function writeArray(items: readonly unknown[], path: Path | undefined): string {
    let text = ''
    for (let i = 0; i < items.length; i++) {
      text += `${i === 0 ? '' : ','}${write(items[i], below(path, `${i}`, items)) ?? 'null'}`
    }
    return `[${text}]`
  }

  function writeObject(item: object, path: Path | undefined): string {
    let text = ''
    if (hasOwn(item, MEMBERS_UNKNOWN)) noteUnknown(path)
    const keys = objectKeys(item)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string
      // Any object may be read by its own key; what comes back is checked by `write`.
      const member = write((item as Readonly<Record<string, unknown>>)[key], below(path, key, item))
      if (member !== undefined) text += `${text === '' ? '' : ','}${writeText(key)}:${member}`
    }
    return `{${text}}`
  }

  function writeText(text: string): string {
    if (text.length > limits.bytesLeft()) return limits.exceed('bytes')
    return count(jsonText(text))
  }

  function count(text: string): string {
    written += text.length
    return written > limits.bytesLeft() ? limits.exceed('bytes') : text
  }

  function noteUnknown(path: Path | undefined): void {
    pointers += `${pointers === '' ? '' : ','}${jsonText(pointerOf(path))}`
  }
}

/** The JSON Pointer of a path. */
export function pointerOf(path: Path | undefined): string {
  let pointer = ''
  for (let at = path; at !== undefined; at = at.above) {
    pointer = `/${replaceAllText(replaceAllText(at.step, '~', '~0'), '/', '~1')}${pointer}`
  }
  return pointer
}

function below(above: Path | undefined, step: string, holder: object): Path {
  return { above, step, holder, depth: (above?.depth ?? 0) + 1 }
}
