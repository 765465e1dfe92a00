/** One difference between what was locked and what a server says now. */
import type { JsonValue } from '../../base/index.js'

/** The worst first. */
export const CHANGE_CLASSES = ['breaking', 'instructions', 'risky', 'additive', 'wording'] as const

/**
 * `breaking`: what kept the locked contract no longer works, or may do harm. `instructions`: a text may steer the model that reads it;
 * it ranks with what breaks. `risky`: it may not work, or not in the same way.
 * `additive`: there is more than before. `wording`: the same is said in other words.
 */
export type ChangeClass = (typeof CHANGE_CLASSES)[number]

export type ChangePart =
  | 'server'
  | 'capabilities'
  | 'tool'
  | 'input'
  | 'output'
  | 'annotations'
  | 'prompt'
  | 'resource'
  | 'template'

/** A change of one tool, wherever that is. */
export type ToolChange = Omit<ContractChange, 'server' | 'tool'>

export interface ContractChange {
  readonly class: ChangeClass
  readonly server: string
  /** Absent when the change concerns the server as a whole. */
  readonly tool?: string
  readonly part: ChangePart
  /** The prompt, the URI of the resource, or the template. */
  readonly item?: string
  /**
   * JSON Pointer into the part: into the arguments, the structured content, the annotations, the capabilities, what was listed; `*` for any item. For a text of
   * a schema: into the schema.
   */
  readonly pointer: string
  /** A sentence. */
  readonly message: string
  /** The text that is another one, whole; a side is absent where there is none, or it was not locked. */
  readonly text?: { readonly was?: string; readonly now?: string }
  /** Arguments, or structured content, that the one contract takes and the other refuses. */
  readonly witness?: JsonValue
  /** Names that may be meant now by one that is gone. */
  readonly didYouMean?: readonly string[]
}
