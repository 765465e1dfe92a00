/** Tells of a tool, and of arguments, that a server does not list as they are given. The call is made all the same: what the server says counts. */
import {
  type JsonObject,
  type JsonValue,
  nearestNames,
  orDidYouMean,
  printable,
  toPointer,
  UsageError,
} from '../../base/index.js'
import { parseToolRef } from '../../call/index.js'
import { createRegistry, type ServerTools, undeclaredMembers } from '../../registry/index.js'
import { type CompiledSchema, createSchemaCompiler } from '../../schema/index.js'
import type { DiscreetIo } from '../discreet-io.js'

export interface NamesOfCall {
  readonly server: string
  readonly tool: string
  /** False for a tool whose server was not named, since there is only one. */
  readonly isServerNamed: boolean
  readonly args: JsonObject
}

/** @throws UsageError USAGE when the name looks like that of a tool of another server */
export function warnOfStrangeNames(
  { server, tool, isServerNamed, args }: NamesOfCall,
  listed: ServerTools,
  io: DiscreetIo,
): void {
  const lookup = createRegistry([listed], createSchemaCompiler()).find(server, tool)
  if (lookup.kind === 'found') {
    if (lookup.tool.input.kind !== 'compiled') return
    const { schema } = lookup.tool.input
    for (const told of [...undeclared(args, schema), ...textsMeantAsJson(args, schema)])
      io.stderr(`Note: ${printable(told)}\n`)
    return
  }
  if (!isServerNamed && parseToolRef(tool) !== undefined) {
    throw new UsageError('USAGE', `Cannot tell which server "${tool}" belongs to`, {
      hint: `the only server is ${server}, which lists no such tool; to call it all the same write ${server}:${tool}`,
    })
  }
  const meant = orDidYouMean(lookup.didYouMean)
  io.stderr(`Note: ${printable(server)} lists no tool ${JSON.stringify(tool)}${printable(meant)}\n`)
}

/** A server may take what its schema does not list: only what is spelt much like a name that it lists is told. */
function undeclared(args: JsonObject, schema: CompiledSchema): readonly string[] {
  return undeclaredMembers(args, schema).flatMap(({ path, names, isForbidden }) => {
    const free = names.filter((each) => path.length > 1 || !Object.hasOwn(args, each))
    const near = nearestNames(String(path.at(-1)), free)
    const meant = orDidYouMean(near.map((each) => JSON.stringify(each)))
    return isForbidden || near.length === 0
      ? []
      : [`the schema does not list the argument ${toPointer(path)}, and the server may ignore it${meant}`]
  })
}

/** `head=2` is a text: where the schema takes the number alone, `head:=2` was meant. */
function textsMeantAsJson(args: JsonObject, schema: CompiledSchema): readonly string[] {
  const breaksIn = (given: JsonObject, name: string): boolean =>
    schema.check(given).some(({ pointer }) => pointer === toPointer([name]))
  return Object.entries(args).flatMap(([name, text]) => {
    const value = typeof text === 'string' ? jsonIn(text) : undefined
    const isMeant = value !== undefined && breaksIn(args, name) && !breaksIn({ ...args, [name]: value }, name)
    return isMeant
      ? [`the schema takes no text for ${JSON.stringify(name)}: ${name}:=${String(text)} gives it as JSON`]
      : []
  })
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
