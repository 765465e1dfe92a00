/**
 * A schema as a type of TypeScript. Every value that the schema takes has the type: what TypeScript has no words for is left out. Two
 * things are read as they are meant and not as they are said: where members are listed without a type, objects are meant; and an object
 * that says nothing of other members has no others, or no misspelt name would ever be found.
 */
import { docComment, type JsonValue, memberName, typeName } from '../../base/index.js'
import type { JsonType, Schema, SchemaDocument, SchemaObject } from '../canonical/canonical-schema.js'
import { countForms, MAX_FORMS, MAX_LITERALS } from './count-forms.js'
import { isInherited } from './inherited-member.js'
import { literalType } from './literal-type.js'

export interface TypeTextOptions {
  /** Gives every name once, for the definitions that references lead to. */
  readonly nameFor: (wanted: string) => string
  /** What stands in front of those names: that of the schema. */
  readonly name: string
  /** How deep the type stands; two spaces each. Default 0. */
  readonly depth?: number
  /** Lists that nobody may change take all lists: right for what is given, not for what is received. */
  readonly lists: 'readonly' | 'mutable'
}

export interface TypeText {
  /** May name what `definitions` declares. */
  readonly text: string
  /** Each to be declared as `type NAME = TEXT`, all of them. */
  readonly definitions: readonly { readonly name: string; readonly text: string }[]
}

/** Takes any document that has been admitted; the text grows with the schema alone. */
export function typeText(document: SchemaDocument, options: TypeTextOptions): TypeText {
  const names = new Map<string, string>()
  const queue: string[] = []
  const printing: Printing = {
    countForms: countForms(document),
    lists: options.lists,
    nameOf(definition) {
      const known = names.get(definition)
      if (known !== undefined) return known
      const hint = typeName(document.origins.get(definition)?.split('/').at(-1) ?? '')
      const name = options.nameFor(`${options.name}${hint}`)
      names.set(definition, name)
      queue.push(definition)
      return name
    },
  }
  const { depth = 0 } = options
  const { text } = written(document.definitions.get(document.root) ?? true, depth, printing)
  const definitions: { name: string; text: string }[] = []
  // The queue grows while it is worked off.
  for (const definition of queue)
    definitions.push({
      name: printing.nameOf(definition),
      text: written(document.definitions.get(definition) ?? true, depth, printing).text,
    })
  return { text, definitions }
}

interface Printing {
  readonly lists: TypeTextOptions['lists']
  /** In how many forms a value may come that are told apart at its top. */
  countForms(schema: Schema): number
  nameOf(definition: string): string
}

interface Written {
  readonly text: string
  /** Whether it must stand in brackets beside `&`, `|` or `[]`. */
  readonly joins: 'nothing' | '|' | '&'
}

const UNKNOWN: Written = { text: 'unknown', joins: 'nothing' }
const NEVER: Written = { text: 'never', joins: 'nothing' }

function written(schema: Schema, depth: number, printing: Printing): Written {
  if (typeof schema === 'boolean') return schema ? UNKNOWN : NEVER
  // The compiler of TypeScript multiplies forms out, and gives up on too many.
  if (printing.countForms(schema) > MAX_FORMS) return UNKNOWN
  const { ref, allOf = [], anyOf, oneOf } = schema
  return all([
    ownType(schema, depth, printing),
    ...(ref === undefined ? [] : [plain(printing.nameOf(ref))]),
    ...allOf.map((each) => written(each, depth, printing)),
    ...[anyOf, oneOf].flatMap((forms) =>
      forms === undefined ? [] : [any(forms.map((each) => written(each, depth, printing)))],
    ),
  ])
}

function plain(text: string): Written {
  return { text, joins: 'nothing' }
}

function all(parts: readonly Written[]): Written {
  const said = distinct(parts).filter(({ text }) => text !== UNKNOWN.text)
  if (said.some(({ text }) => text === NEVER.text)) return NEVER
  const [only = UNKNOWN] = said
  return said.length < 2 ? only : { text: said.map((each) => beside(each, '&')).join(' & '), joins: '&' }
}

function any(parts: readonly Written[]): Written {
  const said = distinct(parts).filter(({ text }) => text !== NEVER.text)
  if (said.some(({ text }) => text === UNKNOWN.text)) return UNKNOWN
  const [only = NEVER] = said
  return said.length < 2 ? only : { text: said.map((each) => beside(each, '|')).join(' | '), joins: '|' }
}

function distinct(parts: readonly Written[]): readonly Written[] {
  return [...new Map(parts.map((part) => [part.text, part])).values()]
}

function beside({ text, joins }: Written, joint: '|' | '&'): string {
  return joins === 'nothing' || joins === joint ? text : `(${text})`
}

/** What the schema says itself, without what it refers to and joins. */
function ownType(schema: SchemaObject, depth: number, printing: Printing): Written {
  if (schema.const !== undefined) return plain(literalType(schema.const))
  if (schema.enum !== undefined) return enumType(schema.enum)
  const types = schema.type ?? meantTypes(schema)
  return types === undefined ? UNKNOWN : any(types.map((type) => ofType(type, schema, depth, printing)))
}

/** Members that are listed say what is meant, also where no type is. */
function meantTypes({ properties, required, items, prefixItems }: SchemaObject): JsonType[] | undefined {
  const types: JsonType[] = [
    ...(properties !== undefined || required !== undefined ? (['object'] as const) : []),
    ...(items !== undefined || prefixItems !== undefined ? (['array'] as const) : []),
  ]
  return types.length === 0 ? undefined : types
}

function enumType(values: readonly JsonValue[]): Written {
  const isShort = values.length <= MAX_LITERALS
  return any(values.map((value) => plain(isShort ? literalType(value) : wideType(value))))
}

function wideType(value: JsonValue): string {
  if (value === null) return 'null'
  return typeof value === 'object' ? 'unknown' : typeof value
}

function ofType(type: JsonType, schema: SchemaObject, depth: number, printing: Printing): Written {
  switch (type) {
    case 'integer':
      return plain('number')
    case 'array':
      return arrayType(schema, depth, printing)
    case 'object':
      return plain(objectType(schema, depth, printing))
    default:
      return plain(type)
  }
}

function arrayType(
  { prefixItems = [], items = true, minItems = 0 }: SchemaObject,
  depth: number,
  printing: Printing,
): Written {
  const prefix = printing.lists === 'readonly' ? 'readonly ' : ''
  const each = (schema: Schema): string => beside(written(schema, depth, printing), '|')
  const element = (schema: Schema): string => {
    const { text, joins } = written(schema, depth, printing)
    return joins === 'nothing' && !text.startsWith('readonly ') ? text : `(${text})`
  }
  if (prefixItems.length === 0 || prefixItems.length > MAX_TUPLE) {
    const list = prefixItems.length === 0 ? element(items) : 'unknown'
    return plain(`${prefix}${list}[]`)
  }
  const places = prefixItems.map((schema, i) => (i < minItems ? each(schema) : `${element(schema)}?`))
  const rest = items === false ? [] : [`...${element(items)}[]`]
  return plain(`${prefix}[${[...places, ...rest].join(', ')}]`)
}

const MAX_TUPLE = 32

function objectType(schema: SchemaObject, depth: number, printing: Printing): string {
  const { properties = new Map<string, Schema>(), required = [] } = schema
  const needed = new Set(required)
  const listed = [...properties].map(([name, member]) =>
    memberText(name, member, needed.has(name), depth + 1, printing),
  )
  const unlisted = [...needed]
    .filter((name) => !properties.has(name))
    .map((name) => `${indentOf(depth + 1)}${memberName(name)}: unknown\n`)
  const members = [...listed, ...unlisted]
  const others = otherMembers(schema, members.length > 0, depth + 1, printing)
  return `{\n${[...members, others ?? ''].join('')}${indentOf(depth)}}`
}

function memberText(
  name: string,
  schema: Schema,
  isNeeded: boolean,
  depth: number,
  printing: Printing,
): string {
  const indent = indentOf(depth)
  const { text } = !isNeeded && isInherited(name) ? UNKNOWN : written(schema, depth, printing)
  return `${docComment(describe(schema), indent)}${indent}${memberName(name)}${isNeeded ? '' : '?'}: ${text}\n`
}

function describe(schema: Schema): string | undefined {
  if (typeof schema === 'boolean') return undefined
  const { description, default: usual } = schema
  const told = usual === undefined ? [] : [`Default: ${JSON.stringify(usual)}`]
  return [...(description === undefined ? [] : [description]), ...told].join('\n')
}

function otherMembers(
  { patternProperties, additionalProperties }: SchemaObject,
  hasMembers: boolean,
  depth: number,
  printing: Printing,
): string | undefined {
  if (patternProperties === undefined) {
    if (additionalProperties === undefined && hasMembers) return undefined
    if (additionalProperties === false) return hasMembers ? undefined : line('never')
  }
  // What stands beside members must take those too.
  if (hasMembers || patternProperties !== undefined) return line('unknown')
  return line(written(additionalProperties ?? true, depth, printing).text)

  function line(text: string): string {
    return `${indentOf(depth)}[name: string]: ${text}\n`
  }
}

/** Hostile schemas are deep, and spaces are text too. */
function indentOf(depth: number): string {
  return '  '.repeat(Math.min(depth, 40))
}
