/** What patterns take of values: the member stands at the end of a path, and no getter of the program's runs on the way to it. */

import { isObject } from './comparisons.js'
import { argumentAt, getOwnPropertyDescriptor, hasOwn, isArray } from './primordials.js'

/** The number of a condition, and the place of the member: names, indexes, and null for each item of a list. */
type Look = readonly [id: number, ...path: (string | number | null)[]]

/** Tells of each member the value that it is taken of, where that is to be found. */
export function eachTaken(
  looks: readonly Look[],
  value: unknown,
  tell: (id: number, name: string, holder: unknown) => void,
): void {
  for (let i = 0; i < looks.length; i++) follow(looks[i] as Look, 1, value, tell)
}

function follow(look: Look, at: number, value: unknown, tell: Parameters<typeof eachTaken>[2]): void {
  const step = argumentAt(look, at) as string | number | null
  if (at === look.length - 1) {
    tell(look[0], step as string, value)
    return
  }
  if (step !== null) {
    follow(look, at + 1, ownValue(value, step), tell)
    return
  }
  if (!isArray(value)) return
  for (let i = 0; i < value.length && i < MOST_ITEMS; i++) follow(look, at + 1, ownValue(value, i), tell)
}

const MOST_ITEMS = 120

function ownValue(holder: unknown, key: string | number): unknown {
  if (!isObject(holder)) return undefined
  const member = getOwnPropertyDescriptor(holder, key)
  return member !== undefined && hasOwn(member, 'value') ? member.value : undefined
}
