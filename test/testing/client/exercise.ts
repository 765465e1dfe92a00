/** Calls every tool of a server once, and holds each answer against what the tool declares. */
import type { JsonObject, JsonValue } from '../../../src/base/index.js'
import type { Tool } from '../../../src/protocol/index.js'
import { createSchemaCompiler } from '../../../src/schema/index.js'
import type { MCPResponse, MockMCPClient } from '../../../src/testing/index.js'

/** Arguments where those of the generator cannot succeed, because the tool wants more than its schema says. */
export type WrittenArguments = Readonly<Record<string, JsonObject>>

export interface Exercised {
  readonly tool: string
  readonly by: 'generated' | 'written'
  readonly response: MCPResponse
  /** How the arguments break the input schema, and the structured content the output schema. */
  readonly issues: readonly string[]
}

const compiler = createSchemaCompiler()

/**
 * Lists the tools and calls them one by one: those with written arguments in the order in which these stand, then all others.
 * @throws Error for written arguments of a tool that is not listed, and for a schema that cannot be used
 */
export async function exercise(client: MockMCPClient, written: WrittenArguments): Promise<Exercised[]> {
  const tools = await client.listTools()
  const done: Exercised[] = []
  for (const tool of inOrder(tools, Object.keys(written))) {
    const own = written[tool.name]
    const args = own ?? generate(tool)
    const response = await client.callTool(tool.name, args)
    const issues = [
      ...check(tool.inputSchema, args),
      ...(tool.outputSchema === undefined || !response.success
        ? []
        : check(tool.outputSchema, response.structured)),
    ]
    done.push({ tool: tool.name, by: own === undefined ? 'generated' : 'written', response, issues })
  }
  return done
}

/** What went wrong, tool by tool, for an assertion that shows it. */
export function problems(done: readonly Exercised[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    done.flatMap(({ tool, response, issues }) => {
      const all = [...(response.success ? [] : [response.errorMessage ?? response.outcome.kind]), ...issues]
      return all.length === 0 ? [] : [[tool, all]]
    }),
  )
}

function inOrder(tools: readonly Tool[], first: readonly string[]): Tool[] {
  const named = first.map((name) => {
    const tool = tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`The server has no tool "${name}"`)
    return tool
  })
  return [...named, ...tools.filter((tool) => !named.includes(tool))]
}

function generate({ name, inputSchema }: Tool): JsonObject {
  const generated = compiled(inputSchema).generate({ seed: name })
  if (generated.kind === 'unsatisfied') throw new Error(`No arguments for "${name}": ${generated.reason}`)
  // What keeps an input schema is an object.
  return generated.value as JsonObject
}

function check(schema: JsonValue, value: JsonValue | undefined): string[] {
  if (value === undefined) return ['there is no structured content']
  return compiled(schema)
    .check(value)
    .map(({ message }) => message)
}

function compiled(schema: JsonValue) {
  const compilation = compiler.compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema
}
