/** Where in the answers of a plan's calls a value stands. */
import { isJsonArray, isJsonObject, type JsonValue, toPointer } from '../../base/index.js'

/** A text or a number in an answer. */
export interface Leaf {
  readonly call: number
  readonly pointer: string
  /** The last step of the pointer: the name that the server gave it. */
  readonly name: string
  readonly value: string | number
}

/** All texts that are not empty, and all numbers. */
export function leavesOf(call: number, value: JsonValue): readonly Leaf[] {
  const leaves: Leaf[] = []
  collect(value, [])
  return leaves

  function collect(part: JsonValue, path: readonly (string | number)[]): void {
    if ((typeof part === 'string' && part !== '') || typeof part === 'number')
      leaves.push({ call, pointer: toPointer(path), name: String(path.at(-1) ?? ''), value: part })
    else if (isJsonArray(part)) for (const [i, item] of part.entries()) collect(item, [...path, i])
    else if (isJsonObject(part))
      for (const [key, member] of Object.entries(part)) collect(member, [...path, key])
  }
}

/** True where a value is, at some depth, a part of another one. */
export function holdsPart(whole: JsonValue, isPart: (part: JsonValue) => boolean): boolean {
  if (isPart(whole)) return true
  if (typeof whole !== 'object' || whole === null) return false
  return Object.values(whole).some((member: JsonValue) => holdsPart(member, isPart))
}
