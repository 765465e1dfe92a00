/** Valid arguments, and those that differ from them at one place: at the edges of what the schema allows. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'
import type { EdgeValues } from './edge-values.js'
import { type ChangedInput, readInput } from './probe-input.js'
import { evenly, type Place, placeOfPath, removeAt, replaceAt } from './value-places.js'

/** The arguments, and every variation of them at one of these places that keeps the schema, in a fixed order. */
export function varyArguments(
  args: JsonObject,
  places: readonly Place[],
  schema: CompiledSchema,
  edges: EdgeValues,
): ChangedInput[] {
  const varied = places.flatMap(({ path, value }) => {
    if (path.length === 0) return []
    const place = placeOfPath(path)
    return [
      ...variants(value, edges).map((to) => ({
        args: replaceAt(args, path, to),
        site: `${place} ${JSON.stringify(to)}`,
      })),
      { args: removeAt(args, path), site: `${place} nothing` },
    ]
  })
  return [{ args, site: JSON.stringify(args) }, ...varied].flatMap(({ args, site }) => {
    const input = isJsonObject(args) ? readInput('valid', args, schema) : undefined
    return input === undefined ? [] : [{ input, site }]
  })
}

function variants(value: JsonValue, edges: EdgeValues): readonly JsonValue[] {
  const listed = edges.lists.filter((list) => list.includes(value)).flatMap((list) => evenly(list, 20))
  return [...listed, ...ofSameType(value, edges)].filter((variant) => variant !== value)
}

function ofSameType(value: JsonValue, { numbers, lengths, sizes }: EdgeValues): readonly JsonValue[] {
  if (typeof value === 'number') return numbers
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'string')
    return ['', 'é', SPECIAL, LONG, ...lengths.map((length) => 'a'.repeat(length))]
  if (!isJsonArray(value)) return []
  const [first] = value
  return first === undefined ? [] : [[], ...sizes.map((size) => Array.from({ length: size }, () => first))]
}

/** What ends quotes, lines, formats and tags. No character outside of the basic plane: validators count those in two ways. */
const SPECIAL = `a"b'c\\d%s\n<e>`
const LONG = 'a'.repeat(5000)
