/** What a tool is here: its contract, and what it does. */
import type { JSONObject } from '@modelcontextprotocol/server'
import type { Desk, SessionEngine } from './desk.js'

export interface ToolContext {
  readonly desk: Desk
  readonly engine: SessionEngine
}

/** Arguments were held against the schema before `call` sees them. */
export interface RouterTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** @throws ToolError */
  call(args: Arguments, context: ToolContext): Promise<Readonly<Record<string, unknown>>>
}

export type Arguments = Readonly<Record<string, unknown>>

export interface ObjectSchema extends JSONObject {
  readonly type: 'object'
  readonly properties: JSONObject
  readonly required?: string[]
  readonly additionalProperties?: boolean
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

/** An object of these members, all of them required but the named ones, and no others. */
export function object(properties: JSONObject, optional: readonly string[] = []): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** A schema that also takes null, which some clients send for what is absent. */
export function orNull(schema: JSONObject): JSONObject {
  return { anyOf: [schema, { type: 'null' }] }
}

/** For an argument that the schema has as a text or null. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** For an argument that the schema has as an integer. */
export function numberOf(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback
}
