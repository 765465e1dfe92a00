/** A JSON Schema as a type that a model reads at a glance: `{ path: string, head?: number }`. */
import {
  inOneLine,
  isIdentifier,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  shorten,
  valueAt,
} from '../../base/index.js'

/**
 * Says what a reader needs to write a value, and no more: limits, formats and patterns are left to the schema itself.
 * `depth` is how many levels of objects are written out; what is deeper is `object` or `any`.
 */
export function typeText(schema: JsonValue, depth: number): string {
  return writeType(schema, { depth, root: schema })
}

export interface MemberText {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
}

/** The members of an object's type, the required ones first. */
export function memberTexts(schema: JsonValue, depth: number): readonly MemberText[] {
  return membersOf(schema, { depth, root: schema })
}

/** References lead back to the root, and those of a hostile schema on for ever: each of them costs a level. */
interface Place {
  readonly depth: number
  readonly root: JsonValue
}

const MAX_CHOICES = 8
const MAX_MEMBERS = 40

function writeType(schema: JsonValue | undefined, at: Place): string {
  if (!isJsonObject(schema) || at.depth < 0) return 'any'
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  if (typeof schema.$ref === 'string')
    return writeType(referred(schema.$ref, at.root), { ...at, depth: at.depth - 1 })
  const choices: JsonValue | undefined = [schema.anyOf, schema.oneOf].find((each) => Array.isArray(each))
  if (Array.isArray(choices)) return union(choices.map((each: JsonValue) => writeType(each, at)))
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: JsonValue) => writeType({ ...schema, type }, at)))
  switch (schema.type) {
    case 'array':
      return listText(schema, at)
    case 'object':
      return objectText(schema, at)
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return isJsonObject(schema.properties) ? objectText(schema, at) : 'any'
  }
}

function listText({ items }: JsonObject, at: Place): string {
  const item = writeType(items, at)
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectText(schema: JsonObject, at: Place): string {
  if (at.depth === 0) return 'object'
  const members = membersOf(schema, { ...at, depth: at.depth - 1 })
  const shown = members
    .slice(0, MAX_MEMBERS)
    .map(({ name, isRequired, type }) => `${name}${isRequired ? '' : '?'}: ${type}`)
  if (shown.length === 0) return 'object'
  return `{ ${[...shown, ...(members.length > MAX_MEMBERS ? ['…'] : [])].join(', ')} }`
}

function membersOf(schema: JsonValue, at: Place): readonly MemberText[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return []
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const members = Object.entries(schema.properties).map(([name, member]) => ({
    name: nameText(name),
    isRequired: required.has(name),
    type: writeType(member, at),
  }))
  return [...members.filter(({ isRequired }) => isRequired), ...members.filter((each) => !each.isRequired)]
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  const more = distinct.length > MAX_CHOICES ? ['…'] : []
  return [...distinct.slice(0, MAX_CHOICES), ...more].join(' | ') || 'any'
}

function nameText(name: string): string {
  return isIdentifier(name) ? shorten(name, 60) : literal(name)
}

/** Names and values come from servers. */
function literal(value: JsonValue): string {
  return inOneLine(JSON.stringify(value), 60)
}

/** Within the document alone. */
function referred(reference: string, root: JsonValue): JsonValue | undefined {
  return reference === '#' ? root : reference.startsWith('#/') ? valueAt(root, reference.slice(1)) : undefined
}
