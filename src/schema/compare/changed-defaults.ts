/** What members are where they are left out, as far as a schema says. */
import { isSameJson, type JsonValue, shorten, toPointer } from '../../base/index.js'
import type { Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'
import type { SchemaDifference } from './schema-comparison.js'

/** Of members that both schemas have at the same place. What only one branch of a union says is not looked at. */
export function changedDefaults(before: SchemaDocument, after: SchemaDocument): readonly SchemaDifference[] {
  const [old, next] = [defaultsOf(before), defaultsOf(after)]
  return [...next].flatMap(([pointer, now]) => {
    const was = old.get(pointer)
    if (was === undefined || isSameJson(was.value, now.value)) return []
    return [
      {
        change: was.value === undefined ? 'defaulted' : 'default',
        certain: true,
        pointer,
        keyword: 'default',
        message: `${JSON.stringify(pointer)} ${describeChange(was.value, now.value)}`,
      },
    ]
  })
}

function describeChange(was: JsonValue | undefined, now: JsonValue | undefined): string {
  const shown = (value: JsonValue) => shorten(JSON.stringify(value), 60)
  if (now === undefined) return `has no default now, was ${shown(was ?? null)} where it was left out`
  const before = was === undefined ? '' : `, was ${shown(was)}`
  return `is ${shown(now)} now where it is left out${before}`
}

interface Default {
  readonly value: JsonValue | undefined
}

/** By pointer: every member that is looked at, with its default if it has one. */
function defaultsOf({ root, definitions }: SchemaDocument): ReadonlyMap<string, Default> {
  const found = new Map<string, Default>()
  let visits = 0
  const visit = (schema: Schema | undefined, path: readonly string[]): void => {
    if (typeof schema !== 'object' || ++visits > MAX_VISITS || path.length > MAX_DEPTH) return
    const pointer = toPointer(path)
    if (path.length > 0) found.set(pointer, { value: found.get(pointer)?.value ?? schema.default })
    if (schema.ref !== undefined) visit(definitions.get(schema.ref), path)
    for (const part of [...(schema.allOf ?? []), ...onlyBranch(schema)]) visit(part, path)
    for (const [name, member] of schema.properties ?? []) visit(member, [...path, name])
    visit(schema.items, [...path, '*'])
  }
  visit(definitions.get(root), [])
  return found
}

/** The branch of a union with null, which is the usual way to say that a member may be null. */
function onlyBranch({ anyOf = [], oneOf = [] }: SchemaObject): readonly Schema[] {
  const branches = [...anyOf, ...oneOf].filter((branch) => !isNull(branch))
  return branches.length === 1 ? branches : []
}

function isNull(schema: Schema): boolean {
  return typeof schema === 'object' && schema.type?.every((type) => type === 'null') === true
}

/** More than any real schema has; references may multiply without end. */
const MAX_VISITS = 10_000
const MAX_DEPTH = 8
