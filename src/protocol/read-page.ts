/** Reads one page of a list (specification: server/utilities/pagination). */
import { isJsonObject, type JsonValue } from '../base/index.js'
import type { Page, Reading } from './codec.js'
import { shown } from './well-typed.js'

/** Reads one item of a list: none when it cannot be used, with a complaint that says why. */
export type ReadItem<T> = (item: JsonValue, complaints: string[]) => readonly T[]

/** An item that cannot be used is left out and complained about; the others stay, with every field they came with. */
export function readPage<T>(result: JsonValue, member: string, readItem: ReadItem<T>): Reading<Page<T>> {
  const list = isJsonObject(result) ? result[member] : undefined
  if (!isJsonObject(result) || !Array.isArray(list))
    return { kind: 'unusable', reason: `the result has no array "${member}"` }
  const complaints: string[] = []
  const items = list.flatMap((item: JsonValue) => readItem(item, complaints))
  const { nextCursor } = result
  if (nextCursor !== undefined && typeof nextCursor !== 'string')
    complaints.push(`nextCursor is ${shown(nextCursor)}, not a string; taken for the end of the list`)
  return {
    kind: 'read',
    value: { items, ...(typeof nextCursor === 'string' ? { nextCursor } : {}) },
    complaints,
  }
}
