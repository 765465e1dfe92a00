/** Values that a test gives may hold what JSON has not: better told before they are sent than by half a request. */
import { toPointer, UsageError } from '../../base/index.js'

/**
 * The text of a value, which holds all of it: `JSON.stringify` leaves some values out and turns others into null or text.
 * `what` completes "Cannot send …".
 * @throws UsageError USAGE for whatever is no value of JSON, with its place
 */
export function writeJson(value: unknown, what: string): string {
  checkJson(value, what)
  return JSON.stringify(value)
}

/** @throws UsageError USAGE as `writeJson` does */
export function checkJson(value: unknown, what: string): void {
  const found = search(value)
  if (found === undefined) return
  const { kind, steps } = found
  const where = steps.length === 0 ? 'it' : toPointer(steps)
  throw new UsageError('USAGE', `Cannot send ${what}: it cannot be written as JSON, ${where} is ${kind}`, {
    ...(kind === 'undefined' && steps.length > 0 ? { hint: 'leave the member out, or give null' } : {}),
  })
}

interface Found {
  /** Completes "it is …". */
  readonly kind: string
  readonly steps: string[]
}

function search(value: unknown): Found | undefined {
  try {
    return strangerIn(value)
  } catch (failure) {
    // The search goes as deep as the value does.
    if (failure instanceof RangeError) return { kind: 'a circle, or nested too deep', steps: [] }
    throw failure
  }
}

/** Runs at every call: it makes nothing as long as it finds nothing. */
function strangerIn(value: unknown): Found | undefined {
  const kind = kindOfStranger(value)
  if (kind !== undefined) return { kind, steps: [] }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    // By number, because its keys pass over its holes.
    for (let i = 0; i < value.length; i++) {
      const found = strangerIn(value[i])
      if (found !== undefined) return below(i, found)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    // Proof: an object has its keys.
    const found = strangerIn((value as Readonly<Record<string, unknown>>)[key])
    if (found !== undefined) return below(key, found)
  }
  return undefined
}

function below(key: number | string, { kind, steps }: Found): Found {
  steps.unshift(String(key))
  return { kind, steps }
}

function kindOfStranger(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null || Array.isArray(value) ? undefined : kindOfObject(value)
    case 'undefined':
      return 'undefined'
    default:
      return `a ${typeof value}`
  }
}

/** By its tag, not by its prototype: objects of other realms are as good. */
function kindOfObject(value: object): string | undefined {
  if (
    Object.getPrototypeOf(value) === Object.prototype &&
    !('toJSON' in value) &&
    !(Symbol.toStringTag in value)
  )
    return undefined
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (tag !== 'Object') return `an object of the type ${tag}`
  return 'toJSON' in value && typeof value.toJSON === 'function'
    ? 'an object that turns itself into something else'
    : undefined
}
