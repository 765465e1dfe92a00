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
  | {
      readonly id: string
      readonly state: 'done'
      readonly value: JsonValue
      /** Nothing is known of the value; it is null then. */
      readonly unknown: boolean
      /** Present and true when the task ran although nobody knows whether its condition holds. */
      readonly guessed?: true
    }
  /**
   * Its call failed (`called`), or no call was made: a reference pointed nowhere, its condition compared what cannot be compared,
   * or a task it depends on failed.
   */
  | {
      readonly id: string
      readonly state: 'failed'
      readonly why: string
      readonly called: boolean
      readonly guessed?: true
    }
  /** Its condition was false, or a task it depends on was skipped. */
  | { readonly id: string; readonly state: 'skipped'; readonly why: string }

/** What is not known about a call that is about to be made. */
export interface TaskContext {
  /** JSON Pointers into the arguments where an unknown value stands: as null, or as `⟨unknown id.path⟩` inside a longer string. */
  readonly unknownAt: readonly string[]
  /** The condition hangs on an unknown value; the task runs, so that its effects are seen. */
  readonly conditionUnknown: boolean
}

/** Makes the call of a task. A tool that says no is a reply; rejecting means that the world broke, and ends the run. */
export type CallTask = (task: Task, args: JsonObject, context: TaskContext) => Promise<TaskReply>

export interface WorkflowRun {
  /** In the order of the file. */
  readonly results: readonly TaskResult[]
  /** Virtual milliseconds from start to end: what `elapsedMs` adds up to along the longest chain of tasks. */
  readonly finishedAtMs: number
}
