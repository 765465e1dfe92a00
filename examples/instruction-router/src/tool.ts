/** What all tools have in common: parts of their contracts, the session that they see, and how they say no. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { RoutingEngine } from './engine.js'
import { ENGINES } from './router.js'

export const TEXT = z.string()
export const TEXTS = z.array(TEXT)
export const COUNT = z.int().min(0)

/** `isKept` is false where every request is a session of its own. */
export type Session = { engine: RoutingEngine; readonly isKept: boolean }

export interface RouterTool<Input extends z.ZodRawShape> {
  readonly name: string
  readonly description: string
  /** Looks at instructions, and changes nothing; otherwise it changes what the server remembers, and nothing else. */
  readonly isReading: boolean
  readonly input: Input
  readonly output: z.ZodRawShape
  /** Gets arguments that hold what `input` says. @throws ToolError */
  call(args: z.infer<z.ZodObject<Input>>): Promise<object>
}

/** What a tool says no with: a code that programs can act on, and a sentence for people. */
export class ToolError extends Error {
  readonly code: 'CATEGORY_UNKNOWN' | 'ENGINE_UNKNOWN' | 'NO_SESSION' | 'KNOWLEDGE_UNREADABLE'
  readonly hint: string

  constructor(code: ToolError['code'], message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

const HARMLESS = { destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Registers a tool; what it gives, or says no with, becomes its answer. */
export function addTool<Input extends z.ZodRawShape>(server: McpServer, tool: RouterTool<Input>): void {
  const annotations = { ...HARMLESS, readOnlyHint: tool.isReading }
  const [inputSchema, outputSchema] = [z.strictObject(tool.input), z.strictObject(tool.output)]
  const contract = { description: tool.description, annotations, inputSchema, outputSchema }
  server.registerTool(tool.name, contract, async (args): Promise<CallToolResult> => {
    try {
      const structuredContent = { ...(await tool.call(args)) }
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    } catch (failure) {
      if (!(failure instanceof ToolError)) throw failure
      const { code, message, hint } = failure
      const text = JSON.stringify({ error: { code, message, hint } })
      return { content: [{ type: 'text', text }], isError: true }
    }
  })
}

/** @throws ToolError ENGINE_UNKNOWN */
export function engineOf(version: string): RoutingEngine {
  const engine = ENGINES.find((each) => each.version === version)
  if (engine !== undefined) return engine
  const known = ENGINES.map((each) => each.version).join(', ')
  throw new ToolError('ENGINE_UNKNOWN', `There is no engine ${quoted(version)}`, `engines: ${known}`)
}

export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100))
}
