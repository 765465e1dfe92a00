/** A directed acyclic graph of tool calls, as data. */
import type { Finding, JsonObject, JsonValue } from '../base/index.js'

export interface Workflow {
  readonly fileName: string
  /** In the order of the file. */
  readonly tasks: readonly Task[]
}

export interface Task {
  readonly id: string
  readonly server: string
  readonly tool: string
  /** May hold references: `$OUTPUT[id].path`. */
  readonly arguments: JsonObject
  /** Declared and implied by references; ids of other tasks. */
  readonly dependsOn: readonly string[]
  readonly when?: Condition
  /** One-based position of the task in the file. */
  readonly line: number
  readonly column: number
}

/** All of them must hold. */
export type Condition = readonly Comparison[]
export interface Comparison {
  /** A reference, such as `$OUTPUT[list].content`. */
  readonly left: string
  readonly operator: '==' | '!=' | '>' | '>=' | '<' | '<=' | 'in' | 'exists'
  readonly right: JsonValue
}

export type WorkflowParsing =
  | { readonly kind: 'ready'; readonly workflow: Workflow; readonly findings: readonly Finding[] }
  | { readonly kind: 'invalid'; readonly findings: readonly Finding[] }

/** What a task's call came to. `unknown`: the value as a whole is unknown, and so is whatever is read from it. */
export type TaskReply =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly elapsedMs: number }
  | { readonly kind: 'unknown'; readonly elapsedMs: number }
  | { readonly kind: 'error'; readonly message: string; readonly elapsedMs: number }

export type TaskResult =
  | { readonly id: string; readonly state: 'done'; readonly value: JsonValue; readonly unknown: boolean }
  /** Its call failed, or a reference pointed nowhere (then no call was made). */
  | { readonly id: string; readonly state: 'failed'; readonly why: string; readonly called: boolean }
  /** Its condition was false, or a task it depends on failed or was skipped. */
  | { readonly id: string; readonly state: 'skipped'; readonly why: string }
