/** Where two values differ. */
import { toPointer } from '../../base/index.js'

export interface Difference {
  /** JSON Pointer into both. */
  readonly pointer: string
  /** Undefined where only the other has something. */
  readonly actual: unknown
  readonly expected: unknown
}

/**
 * The innermost places where two values differ, in the order of the expected one; empty when they are equal by `equals`.
 * What is no plain object or array, such as an asymmetric matcher, is compared as a whole.
 */
export function valueDifferences(
  actual: unknown,
  expected: unknown,
  equals: (actual: unknown, expected: unknown) => boolean,
  path: readonly string[] = [],
): Difference[] {
  if (equals(actual, expected)) return []
  const inner =
    isContainer(actual) &&
    isContainer(expected) &&
    isPlain(expected) &&
    Array.isArray(actual) === Array.isArray(expected)
      ? [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((key) =>
          valueDifferences(memberOf(actual, key), memberOf(expected, key), equals, [...path, key]),
        )
      : []
  // Equal in every member and yet different as a whole: only the whole can be told.
  return inner.length > 0 ? inner : [{ pointer: toPointer(path), actual, expected }]
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** An array or an object literal: the members of everything else are not what it stands for. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}

function memberOf(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}
