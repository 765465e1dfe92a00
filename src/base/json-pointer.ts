/** JSON Pointers (RFC 6901): "/items/0/name". The empty pointer is the whole document. */
import type { JsonValue } from './json.js'

/** The pointer for a path of keys and indexes. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** The unescaped steps of a pointer. */
export function pointerSteps(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a pointer, or undefined when nothing stands there. Own properties only. */
export function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const step of pointerSteps(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Readonly<Record<string, JsonValue>>)[step]
  }
  return value
}

/** True when one of the two pointers is the other or stands above it. */
export function pointersOverlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
