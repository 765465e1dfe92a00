/** Which calls a stub of a file answers. */
import { defined, type JsonObject, type JsonValue } from '../base/index.js'
import type { StubMatch } from '../call/index.js'
import { type DocumentNode, describeNode, jsonObjectOf, type MapNode, memberOf } from '../document/index.js'
import type { SchemaCompiler } from '../schema/index.js'
import type { RefuseNode } from './refuse-node.js'

export const MATCH_KEYS = [
  'arguments',
  'exact_arguments',
  'argument_patterns',
  'arguments_schema',
  'times',
  'when_used_up',
]

export function readStubMatch(node: MapNode, refuse: RefuseNode, compiler: SchemaCompiler): StubMatch {
  const wanted = readObject(node, 'arguments', refuse)
  const exact = readObject(node, 'exact_arguments', refuse)
  const conditions = [readPatterns(node, refuse, compiler), readSchema(node, refuse, compiler)].filter(
    (each) => each !== undefined,
  )
  return {
    ...defined({ arguments: wanted, exactArguments: exact }),
    ...(conditions.length === 0 ? {} : { when: (args) => conditions.every((holds) => holds(args)) }),
    ...readTimes(node, refuse),
    ...readWhenUsedUp(node, refuse),
  }
}

type Condition = (args: JsonObject) => boolean

function readObject(node: MapNode, key: string, refuse: RefuseNode): JsonObject | undefined {
  const object = memberOf(node, key)
  if (object === undefined || object.kind === 'map') return object && jsonObjectOf(object)
  return refuse(object, `"${key}" is an object, not ${describeNode(object)}`)
}

/** Texts that match, by name of the argument. */
function readPatterns(node: MapNode, refuse: RefuseNode, compiler: SchemaCompiler): Condition | undefined {
  const patterns = memberOf(node, 'argument_patterns')
  if (patterns === undefined) return undefined
  if (patterns.kind !== 'map')
    return refuse(patterns, `"argument_patterns" is an object, not ${describeNode(patterns)}`)
  const members = patterns.members.map(({ key, value }) => {
    if (value.kind === 'scalar' && typeof value.value === 'string') return [key, value.value] as const
    return refuse(value, `"argument_patterns" has regular expressions as texts, not ${describeNode(value)}`)
  })
  const schema = {
    required: members.map(([key]) => key),
    properties: Object.fromEntries(members.map(([key, pattern]) => [key, { type: 'string', pattern }])),
  }
  return conditionOf(schema, patterns, refuse, { key: 'argument_patterns', compiler })
}

function readSchema(node: MapNode, refuse: RefuseNode, compiler: SchemaCompiler): Condition | undefined {
  const schema = memberOf(node, 'arguments_schema')
  if (schema === undefined) return undefined
  if (schema.kind !== 'map')
    return refuse(schema, `"arguments_schema" is an object, not ${describeNode(schema)}`)
  return conditionOf(jsonObjectOf(schema), schema, refuse, { key: 'arguments_schema', compiler })
}

/** A part of the schema that nobody can check would let a stub answer calls that it is not for. */
function conditionOf(
  schema: JsonValue,
  node: DocumentNode,
  refuse: RefuseNode,
  { key, compiler }: { readonly key: string; readonly compiler: SchemaCompiler },
): Condition {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused')
    return refuse(node, `"${key}" cannot be used: ${compilation.problem.message}`)
  const [unchecked] = compilation.schema.unchecked
  if (unchecked !== undefined) return refuse(node, `"${key}" cannot be used: ${unchecked}`)
  return (args) => compilation.schema.holds(args)
}

function readTimes(node: MapNode, refuse: RefuseNode): { readonly times?: number } {
  const times = memberOf(node, 'times')
  if (times === undefined) return {}
  const count = times.kind === 'scalar' ? times.value : undefined
  return typeof count === 'number' && Number.isInteger(count) && count > 0
    ? { times: count }
    : refuse(times, '"times" is a whole number of at least 1')
}

function readWhenUsedUp(node: MapNode, refuse: RefuseNode): Pick<StubMatch, 'whenUsedUp'> {
  const choice = memberOf(node, 'when_used_up')
  if (choice === undefined) return {}
  const value = choice.kind === 'scalar' ? choice.value : undefined
  return value === 'next' || value === 'error'
    ? { whenUsedUp: value }
    : refuse(choice, '"when_used_up" is next or error')
}
