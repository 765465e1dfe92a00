/** Claims of a server about its things: those of the wrong type are left out. */
import { type JsonObject, type JsonValue, shorten } from '../base/index.js'

/** Which members may be there, and what each must be. */
export type MemberTypes = Readonly<Record<string, (value: JsonValue) => boolean>>

/** A claim of the wrong type must not be mistaken for one of the right type: "false" is not false. */
export function wellTyped(
  item: JsonObject,
  types: MemberTypes,
  name: string,
  complaints: string[],
): JsonObject {
  const broken = Object.keys(types).filter((key) => {
    const value = item[key]
    return value !== undefined && types[key]?.(value) === false
  })
  if (broken.length === 0) return item
  for (const key of broken) complaints.push(`${name}: ${key} is ${shown(item[key])}, and was left out`)
  return Object.fromEntries(Object.entries(item).filter(([key]) => !broken.includes(key)))
}

/** A value of a server's in the text of a complaint. */
export function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'missing' : shorten(JSON.stringify(value), 200)
}

export function isText(value: JsonValue): value is string {
  return typeof value === 'string'
}
