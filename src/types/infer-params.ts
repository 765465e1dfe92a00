/** What a program takes as `params`, inferred from what it does with them. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { ParamsUses, ParamUse } from '../program/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { type CompiledSchema, createSchemaCompiler, type SchemaPart } from '../schema/index.js'

export interface InferredParams {
  /** A JSON Schema (2020-12). It allows what the program is not seen to read. */
  readonly schema: JsonObject
  /** The same; undefined where it is too large to be used. */
  readonly compiled: CompiledSchema | undefined
  /** The names that the program reads of `params`; undefined when it may read others. */
  readonly names: readonly string[] | undefined
}

/**
 * A member that a tool takes as an argument has the type that the tool declares; others have one where the program does what only one type
 * can do. A member that is tested, has something in its place, or goes only where nothing is needed, may be left out.
 */
export function inferParams({ uses, isWhole }: ParamsUses, registry: ToolRegistry): InferredParams {
  const definitions: Record<string, JsonValue> = {}
  const root = newNode()
  for (const use of uses) {
    let node = root
    for (const name of use.path) {
      const next = node.members.get(name) ?? newNode()
      node.members.set(name, next)
      node = next
    }
    node.uses.push({ use, part: partOf(use, registry, Object.keys(definitions).length) })
    Object.assign(definitions, node.uses.at(-1)?.part?.definitions ?? {})
  }
  const whole = schemaOf(root)
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(isJsonObject(whole) ? whole : {}),
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  }
  const compilation = createSchemaCompiler().compile(schema)
  return {
    schema,
    compiled: compilation.kind === 'compiled' ? compilation.schema : undefined,
    names: isWhole ? [...root.members.keys()] : undefined,
  }
}

interface Node {
  readonly members: Map<string, Node>
  readonly uses: { readonly use: ParamUse; readonly part: SchemaPart | undefined }[]
}

function newNode(): Node {
  return { members: new Map(), uses: [] }
}

function partOf({ argument }: ParamUse, registry: ToolRegistry, known: number): SchemaPart | undefined {
  if (argument === undefined) return undefined
  const lookup = registry.find(argument.server, argument.tool)
  if (lookup.kind === 'missing' || lookup.tool.input.kind === 'refused') return undefined
  return lookup.tool.input.schema.partAt(argument.path, `p${known}_`)
}

function schemaOf(node: Node): JsonValue {
  const parts = distinct([
    ...node.uses.flatMap(({ part }) => (part === undefined ? [] : [part.schema])),
    ...(node.members.size === 0 ? [] : [membersOf(node)]),
  ])
  const told = parts.length > 0 ? undefined : typeOf(node.uses.map(({ use }) => use))
  const usual = node.uses.find(({ use }) => use.fallback !== undefined)?.use.fallback
  const [only = {}] = parts
  const whole = parts.length > 1 ? { allOf: parts } : (told ?? only)
  return usual === undefined || !isJsonObject(whole) ? whole : { ...whole, default: usual }
}

function membersOf({ members }: Node): JsonObject {
  const required = [...members].flatMap(([name, member]) => (isNeeded(member) ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, member]) => [name, schemaOf(member)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** What is left out of the arguments of a call is no argument: where a tool needs none, the program needs none. */
function isNeeded({ uses, members }: Node): boolean {
  if (uses.some(({ use }) => use.isTested)) return false
  return members.size > 0 || uses.some(({ part }) => part === undefined || part.isRequired)
}

function typeOf(uses: readonly ParamUse[]): JsonObject | undefined {
  const types = new Set(uses.flatMap(({ type, fallback }) => type ?? scalarType(fallback) ?? []))
  const [type] = types
  if (types.size === 1 && type !== undefined) return { type }
  const compared = uses.flatMap(({ compared: value }) => (value === undefined ? [] : [value]))
  const kinds = new Set(compared.map((value) => typeof value))
  const [kind] = compared.map(scalarType)
  // Several are compared with the values that they may have; whether there are others nobody can tell.
  if (kinds.size !== 1 || kind === undefined || types.size > 0) return undefined
  return { type: kind, examples: distinct(compared) }
}

function scalarType(value: JsonValue | undefined): string | undefined {
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
