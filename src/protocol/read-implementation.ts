/** Who a side says it is (specification: schema.ts, Implementation). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'

/** Name and version, which every side has, with every other member as it came: title, description, icons. */
export interface Implementation extends JsonObject {
  readonly name: string
  readonly version: string
}

/** What is missing or of the wrong type is said in words: `unnamed`, `unknown`. */
export function readImplementation(value: JsonValue | undefined): Implementation {
  const members = isJsonObject(value) ? value : {}
  const { name, version } = members
  return {
    ...members,
    name: typeof name === 'string' ? name : 'unnamed',
    version: typeof version === 'string' ? version : 'unknown',
  }
}
