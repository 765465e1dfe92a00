/** What a program is given, as a declaration file of TypeScript: tools by their servers, `params`, and what else the sandbox has. */
import { docComment, memberName, typeName, uniqueNames } from '../base/index.js'
import { isReachable } from '../program/index.js'
import type { RegisteredTool, ToolRegistry } from '../registry/index.js'
import type { Compilation, CompiledSchema } from '../schema/index.js'
import { GLOBAL_DECLARATIONS } from './global-declarations.js'

export interface DeclareOptions {
  /** Servers that exist and could not be asked: they have any tool. */
  readonly unavailable?: readonly string[]
  /** What a program takes as `params`; absent: anything. */
  readonly params?: CompiledSchema
  /** What a tool answers that declares no output: `any` where nothing is to be said of it. */
  readonly undeclared: 'unknown' | 'any'
  /** Also what programs have of the web and of Node.js: `console`, `URL`, `setTimeout`. */
  readonly globals: boolean
}

/** The text of a declaration file, valid whatever the servers said. It needs the library `ESNext` and no other. */
export function declareTools(registry: ToolRegistry, options: DeclareOptions): string {
  const nameFor = uniqueNames()
  for (const name of OWN_NAMES) nameFor(name)
  const types: string[] = []
  const tools = registry.tools.filter(isCallable)
  const servers = [...new Set(tools.map(({ server }) => server))].map((server) => {
    const own = tools.filter((tool) => tool.server === server)
    const members = own.map((tool) => toolMember(tool, nameFor, types))
    return `    readonly ${memberName(server)}: {\n${members.join('')}    }\n`
  })
  const unasked = (options.unavailable ?? []).filter(
    (server) => isReachable(server) && !hasServer(tools, server),
  )
  const anyTools = [...new Set(unasked)].map(
    (server) =>
      `    /** Could not be asked for its tools. */\n    readonly ${memberName(server)}: { readonly [tool: string]: (args?: object) => Promise<Answer> }\n`,
  )
  return [
    HEADER,
    'declare namespace Understudy {\n',
    '  /** Servers by the names that the user gave them. */\n',
    `  interface Servers {\n${servers.join('')}${anyTools.join('')}  }\n\n`,
    ...types,
    paramsType(options.params, nameFor),
    TOOL_ERROR,
    ANSWER.replace('unknown', options.undeclared),
    '}\n',
    ...(options.globals ? ['\n', GLOBAL_DECLARATIONS] : []),
  ].join('')
}

const OWN_NAMES = ['Servers', 'Params', 'ToolError', 'Answer', 'Console']

const HEADER = `// What a program has that understudy rehearses and runs. Written by "understudy types": write it again when the servers change.

/** Tools by their servers: \`await mcp.SERVER.TOOL({ ... })\`. */
declare const mcp: Understudy.Servers
/** What the program is given by \`--params\`. */
declare const params: Understudy.Params

`

const TOOL_ERROR = `
  /** What a call throws when the tool or the protocol says no. Its \`name\` is "ToolError"; there is no class of that name. */
  interface ToolError extends Error {
    /** \`SERVER:TOOL\` */
    tool: string
    layer: 'tool' | 'protocol' | 'transport'
    /** Of a protocol error; null where there is none. */
    code: number | null
    /** What the tool answered, read as a result is; the data of a protocol error. */
    content: any
  }
`

const ANSWER = `
  /**
   * Of a tool that declares no output: its structured content; without that its only text, read as JSON where that is an object or a
   * list; else all of its blocks of content.
   */
  type Answer = unknown
`

function isCallable({ server, name }: RegisteredTool): boolean {
  return isReachable(server) && isReachable(name)
}

function hasServer(tools: readonly RegisteredTool[], server: string): boolean {
  return tools.some((tool) => tool.server === server)
}

function toolMember(tool: RegisteredTool, nameFor: (wanted: string) => string, types: string[]): string {
  const { server, name, definition, input, output } = tool
  const base = `${typeName(server)}${typeName(name)}`
  const args = declared(`${base}Arguments`, input, 'readonly')
  const result = output === undefined ? 'Answer' : declared(`${base}Result`, output, 'mutable')
  const mark = input.kind === 'compiled' && !input.schema.holds({}) ? '' : '?'
  const type = `(args${mark}: ${args}) => Promise<${result}>`
  return `${docComment(definition.description, '      ')}      readonly ${memberName(name)}: ${type}\n`

  function declared(wanted: string, compilation: Compilation, lists: 'readonly' | 'mutable'): string {
    // Nothing is known of what cannot be read.
    if (compilation.kind === 'refused') return lists === 'readonly' ? 'object' : 'Answer'
    const own = nameFor(/^[A-Z]/.test(wanted) ? wanted : `Tool${wanted}`)
    types.push(...namedTypes(own, compilation.schema, lists, nameFor))
    return own
  }
}

function paramsType(params: CompiledSchema | undefined, nameFor: (wanted: string) => string): string {
  if (params === undefined) return '\n  type Params = any\n'
  return `\n${namedTypes('Params', params, 'mutable', nameFor).join('')}`
}

function namedTypes(
  name: string,
  schema: CompiledSchema,
  lists: 'readonly' | 'mutable',
  nameFor: (wanted: string) => string,
): string[] {
  const { text, definitions } = schema.typeText({ name, nameFor, lists, depth: 1 })
  return [{ name, text }, ...definitions].map((each) => `  type ${each.name} = ${each.text}\n`)
}
