/** Arguments of a tool that travel as HTTP headers too (specification: 2026-07-28, basic/transports, custom headers from tool parameters). */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { headerValue } from './header-value.js'
import { shown } from './well-typed.js'

/** One declaration: the argument at `path` goes into the header `Mcp-Param-{name}`. */
export interface ParamHeader {
  readonly path: readonly string[]
  readonly name: string
}

export type ParamHeadersReading =
  | { readonly kind: 'read'; readonly headers: readonly ParamHeader[] }
  /** A client must leave the tool out; `reason` is a clause. */
  | { readonly kind: 'invalid'; readonly reason: string }

/**
 * The `x-mcp-header` declarations of an input schema. One that stands anywhere but at a string, integer or boolean that is reached
 * through `properties` alone, is no header name, or comes twice (whatever the case) makes the whole tool invalid.
 */
export function readParamHeaders(inputSchema: JsonObject): ParamHeadersReading {
  const headers: ParamHeader[] = []
  const taken = new Set<string>()
  // A stack, not recursion: a schema of a server may be as deep as its message may be long.
  const waiting: Place[] = [{ schema: inputSchema, path: [], isReachable: true }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { schema, path, isReachable } = place
    const name = schema[KEY]
    if (name !== undefined) {
      const problem = isReachable && path.length > 0 ? problemOf(schema, taken) : UNREACHABLE
      if (problem !== undefined || typeof name !== 'string')
        return { kind: 'invalid', reason: `${KEY} of ${shown(path.join('.'))} ${problem ?? 'is no text'}` }
      taken.add(name.toLowerCase())
      headers.push({ path, name })
    }
    // One by one: a server's schema may be wider than a call may have arguments.
    for (const next of placesIn(place)) waiting.push(next)
  }
  return { kind: 'read', headers }
}

/** Null and absent arguments have no header, nor has a value that a header cannot hold exactly. */
export function paramHeaders(
  headers: readonly ParamHeader[],
  args: JsonValue | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.flatMap(({ path, name }) => {
      const text = textOf(valueIn(args, path))
      return text === undefined ? [] : [[`Mcp-Param-${name}`, headerValue(text)]]
    }),
  )
}

interface Place {
  readonly schema: JsonObject
  readonly path: readonly string[]
  readonly isReachable: boolean
}

const KEY = 'x-mcp-header'
const UNREACHABLE = 'stands where no argument is reached through "properties" alone'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const MIRRORED_TYPES: readonly (JsonValue | undefined)[] = ['string', 'integer', 'boolean']
/** Keywords whose value is data, not schemas: what looks like a declaration there is none. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', KEY])

function problemOf(schema: JsonObject, taken: ReadonlySet<string>): string | undefined {
  const name = schema[KEY]
  if (typeof name !== 'string' || !TOKEN.test(name)) return `is ${shown(name)}, not the name of a header`
  if (!MIRRORED_TYPES.includes(schema.type))
    return `stands at the type ${shown(schema.type)}, not at a string, an integer or a boolean`
  return taken.has(name.toLowerCase()) ? `is ${shown(name)}, a name that is declared twice` : undefined
}

function placesIn({ schema, path, isReachable }: Place): Place[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (DATA_KEYWORDS.has(keyword)) return []
    if (keyword === 'properties' && isJsonObject(value))
      return Object.entries(value).flatMap(([key, schema]) =>
        isJsonObject(schema) ? [{ schema, path: [...path, key], isReachable }] : [],
      )
    return elsewhere(value, path)
  })
}

/** Subschemas under any other keyword: alone, in an array, or by name. */
function elsewhere(value: JsonValue, path: readonly string[]): Place[] {
  if (isJsonObject(value)) return [{ schema: value, path, isReachable: false }]
  if (!Array.isArray(value)) return []
  return value.flatMap((item: JsonValue) => elsewhere(item, path))
}

function valueIn(args: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = args
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return Number.isSafeInteger(value) ? String(value) : undefined
}
