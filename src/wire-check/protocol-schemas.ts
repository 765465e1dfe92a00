/** The protocol's own JSON Schemas, one for each revision, cut into definitions that can be checked. */
import { readFileSync } from 'node:fs'
import { isJsonObject, type JsonObject, type JsonValue, once, parseJson } from '../base/index.js'
import type { Revision } from '../protocol/index.js'
import {
  createSchemaCompiler,
  type SchemaCompiler,
  type SchemaIssue,
  selectDefinition,
} from '../schema/index.js'

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
  const documentOf = remember((revision: Revision) => readDocument(revision))
  const methodsOf = remember((key: `${Revision} ${string}`) => {
    // The key is made of the two below.
    const [revision, union] = key.split(' ') as [Revision, string]
    return methodsOfUnion(definitionsOf(documentOf(revision)), union)
  })
  const compiled = remember((key: `${Revision} ${string}`) => {
    const [revision, name] = key.split(' ') as [Revision, string]
    const schema = selectDefinition(documentOf(revision), name)
    if (schema === undefined) throw new TypeError(`Revision ${revision} has no definition ${name}`)
    const compilation = compiler.compile(schema)
    if (compilation.kind === 'compiled') return compilation.schema
    throw new TypeError(`Cannot use definition ${name} of ${revision}: ${compilation.problem.message}`)
  })
  return {
    check: (revision, definition, value) => compiled(`${revision} ${definition}`).check(value),
    has: (revision, definition) => Object.hasOwn(definitionsOf(documentOf(revision)), definition),
    definitionOf: (revision, side, kind, method) =>
      methodsOf(`${revision} ${side === 'client' ? 'Client' : 'Server'}${kind}`).get(method),
  }
}

function readDocument(revision: Revision): JsonObject {
  const url = new URL(`../../spec/${revision}/schema.json`, import.meta.url)
  const document = parseJson(readFileSync(url, 'utf8'), `the schema of revision ${revision}`)
  if (!isJsonObject(document)) throw new TypeError(`The schema of revision ${revision} is not an object`)
  return document
}

/** By name: `$defs`, or `definitions` before the dialect of 2020-12. */
function definitionsOf({ $defs, definitions }: JsonObject): JsonObject {
  const all = $defs ?? definitions
  return isJsonObject(all) ? all : {}
}

function referencesIn(schema: JsonValue | undefined): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = isJsonObject(schema) && typeof schema.$ref === 'string' ? [lastStep(schema.$ref)] : []
  return [...own, ...Object.values(schema).flatMap(referencesIn)]
}

/** From the method's constant to the definition's name, for all members of a union such as `ClientRequest`, or a union of one. */
function methodsOfUnion(all: JsonObject, union: string): ReadonlyMap<string, string> {
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

/**
 * The protocol's schemas, compiled once a process: a client for every test must not pay for that every time.
 * Made when it is first asked for. It is a function of constant files: nobody can change it for others.
 */
export const sharedProtocolSchemas: () => ProtocolSchemas = once(() =>
  createProtocolSchemas(createSchemaCompiler()),
)
