/** JSON Pointers (RFC 6901): "/items/0/name". The empty pointer is the whole document. */
import { UsageError } from './errors.js'
import type { JsonValue } from './json.js'

/** The pointer for a path of keys and indexes. */
export function toPointer(path: readonly (string | number)[]): string {
  let pointer = ''
  for (const step of path) pointer += `/${escapedStep(String(step))}`
  return pointer
}

/** As it stands in a pointer. Nearly no step has anything to escape: looking is cheaper than replacing. */
export function escapedStep(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

/**
 * The unescaped steps of a pointer.
 * @throws UsageError USAGE for text that is no pointer: not empty, and without a slash at its start.
 */
export function pointerSteps(pointer: string): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/'))
    throw new UsageError(
      'USAGE',
      `Cannot read the JSON Pointer ${JSON.stringify(pointer)}: it must start with "/"`,
    )
  const steps = pointer.slice(1).split('/')
  return pointer.includes('~') ? steps.map(unescapedStep) : steps
}

/** As it is, of one that stands in a pointer. */
export function unescapedStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * The value at a pointer, or undefined when nothing stands there. Own members and items only.
 * @throws UsageError USAGE for text that is no pointer.
 */
export function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const step of pointerSteps(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    // An array's length is its own property, and no item.
    if (Array.isArray(value) && step === 'length') return undefined
    value = (value as Readonly<Record<string, JsonValue>>)[step]
  }
  return value
}

/** True when one of the two pointers is the other or stands above it. */
export function pointersOverlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
