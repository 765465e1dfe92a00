/** The protocol's own JSON Schemas, one for each revision, cut into definitions that can be checked. */
import { readFileSync } from 'node:fs'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../base/index.js'
import type { Revision } from '../protocol/index.js'
import type { SchemaCompiler, SchemaIssue } from '../schema/index.js'

/** Which side of a connection says something. */
export type Side = 'client' | 'server'

export interface ProtocolSchemas {
  /** Every way the value breaks a definition of the revision. @throws TypeError for a definition that is not there */
  check(revision: Revision, definition: string, value: JsonValue): readonly SchemaIssue[]
  has(revision: Revision, definition: string): boolean
  /** The definition of a request or notification that a side may send, such as `CallToolRequest`; undefined when it may not. */
  definitionOf(
    revision: Revision,
    side: Side,
    kind: 'Request' | 'Notification',
    method: string,
  ): string | undefined
}

/** Reads the schema of a revision when it is first asked for, and compiles each definition once. */
export function createProtocolSchemas(compiler: SchemaCompiler): ProtocolSchemas {
  const definitionsOf = remember((revision: Revision) => readDefinitions(revision))
  const methodsOf = remember((key: `${Revision} ${string}`) => {
    // The key is made of the two below.
    const [revision, union] = key.split(' ') as [Revision, string]
    return methodsOfUnion(definitionsOf(revision), union)
  })
  const compiled = remember((key: `${Revision} ${string}`) => {
    const [revision, name] = key.split(' ') as [Revision, string]
    const compilation = compiler.compile(schemaOf(definitionsOf(revision), name))
    if (compilation.kind === 'compiled') return compilation.schema
    throw new TypeError(`Cannot use definition ${name} of ${revision}: ${compilation.problem.message}`)
  })
  return {
    check: (revision, definition, value) => compiled(`${revision} ${definition}`).check(value),
    has: (revision, definition) => Object.hasOwn(definitionsOf(revision).all, definition),
    definitionOf: (revision, side, kind, method) =>
      methodsOf(`${revision} ${side === 'client' ? 'Client' : 'Server'}${kind}`).get(method),
  }
}

interface Definitions {
  readonly dialect: JsonValue
  /** `definitions` or `$defs`, after the dialect. */
  readonly keyword: string
  readonly all: JsonObject
}

function readDefinitions(revision: Revision): Definitions {
  const url = new URL(`../../spec/${revision}/schema.json`, import.meta.url)
  const document = parseJson(readFileSync(url, 'utf8'), `the schema of revision ${revision}`)
  if (!isJsonObject(document)) throw new TypeError(`The schema of revision ${revision} is not an object`)
  const keyword = '$defs' in document ? '$defs' : 'definitions'
  const all = document[keyword]
  if (!isJsonObject(all)) throw new TypeError(`The schema of revision ${revision} has no ${keyword}`)
  return { dialect: document.$schema ?? null, keyword, all }
}

/** One definition with all that it refers to, and nothing else: the whole document is a hundred times as large. */
function schemaOf({ dialect, keyword, all }: Definitions, name: string): JsonObject {
  if (!Object.hasOwn(all, name)) throw new TypeError(`The protocol has no definition ${name}`)
  const reachable = new Set([name])
  // A set that grows while it is walked is walked to its end.
  for (const each of reachable) for (const other of referencesIn(all[each])) reachable.add(other)
  const used = Object.fromEntries(Object.entries(all).filter(([each]) => reachable.has(each)))
  return {
    ...(dialect === null ? {} : { $schema: dialect }),
    allOf: [{ $ref: `#/${keyword}/${name}` }],
    [keyword]: used,
  }
}

function referencesIn(schema: JsonValue | undefined): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = isJsonObject(schema) && typeof schema.$ref === 'string' ? [lastStep(schema.$ref)] : []
  return [...own, ...Object.values(schema).flatMap(referencesIn)]
}

/** From the method's constant to the definition's name, for all members of a union such as `ClientRequest`, or a union of one. */
function methodsOfUnion({ all }: Definitions, union: string): ReadonlyMap<string, string> {
  return new Map(
    [union, ...referencesIn(all[union])].flatMap((name) => {
      const method = constantMethod(all[name])
      return method === undefined ? [] : [[method, name]]
    }),
  )
}

function constantMethod(definition: JsonValue | undefined): string | undefined {
  const properties = isJsonObject(definition) ? definition.properties : undefined
  const method = isJsonObject(properties) ? properties.method : undefined
  const constant = isJsonObject(method) ? method.const : undefined
  return typeof constant === 'string' ? constant : undefined
}

function lastStep(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function remember<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
