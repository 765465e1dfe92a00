/** A tool as a server lists it (specification: schema.ts, Tool). */
import type { JsonObject, JsonValue } from '../base/index.js'

/** Claims of the server about its tool; defaults are pessimistic, and none of them is enforced. */
export interface ToolAnnotations {
  readonly title?: string
  /** Default false. */
  readonly readOnlyHint?: boolean
  /** Default true; meaningful only when not read-only. */
  readonly destructiveHint?: boolean
  /** Default false; meaningful only when not read-only. */
  readonly idempotentHint?: boolean
  /** Default true. */
  readonly openWorldHint?: boolean
}

export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description?: string
  /** A JSON Schema with `type: "object"` at its root. */
  readonly inputSchema: JsonObject
  /** A JSON Schema; absent in nine of ten real tools. From 2026-07-28 on, of any type. */
  readonly outputSchema?: JsonValue
  readonly annotations?: ToolAnnotations
  readonly _meta?: JsonObject
}
