/** What a tool is here: its contract, and what it does. */
import type { JSONObject } from '@modelcontextprotocol/server'
import type { RoutingEngine } from '../routing/index.js'
import type { Desk } from './desk.js'

/** Arguments were held against the schema before `call` sees them. */
export interface RouterTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: typeof READING | typeof SETTING
  /** @throws ToolError */
  call(
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): Promise<Readonly<Record<string, unknown>>>
}

export interface ToolContext {
  readonly desk: Desk
  /** The engine of this session; `isKept` is false where every request is a session of its own. */
  readonly session: { engine: RoutingEngine; readonly isKept: boolean }
}

export interface ObjectSchema extends JSONObject {
  readonly type: 'object'
  readonly properties: JSONObject
}

/** Looks at instructions, and changes nothing. */
export const READING = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
/** Changes what the server remembers, and nothing else. */
export const SETTING = { ...READING, readOnlyHint: false } as const

export const TEXT = { type: 'string' }
export const TEXTS = { type: 'array', items: TEXT }
export const COUNT = { type: 'integer', minimum: 0 }

/** An object of these members, all of them required but the named ones, and no others. */
export function object(properties: JSONObject, optional: readonly string[] = []): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A schema that also takes null, which some clients send for what is absent. */
export function orNull(schema: JSONObject): JSONObject {
  return { anyOf: [schema, { type: 'null' }] }
}

/** What a tool says no with: a code that programs can act on, and a sentence for people. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: ToolErrorCode
  readonly hint: string

  constructor(code: ToolErrorCode, message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

export type ToolErrorCode =
  | 'INVALID_ARGUMENTS'
  | 'MESSAGE_EMPTY'
  | 'QUERY_EMPTY'
  | 'CATEGORY_UNKNOWN'
  | 'ENGINE_UNKNOWN'
  | 'NO_SESSION'
  | 'KNOWLEDGE_UNREADABLE'
