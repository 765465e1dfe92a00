/** One difference between what was locked and what a server says now. */
import type { JsonValue } from '../../base/index.js'

/** The worst first. */
export const CHANGE_CLASSES = ['breaking', 'risky', 'additive', 'wording'] as const

/**
 * `breaking`: what kept the locked contract no longer works, or may do harm. `risky`: it may not work, or not in the same way.
 * `additive`: there is more than before. `wording`: the same is said in other words.
 */
export type ChangeClass = (typeof CHANGE_CLASSES)[number]

/** A change of one tool, wherever that is. */
export type ToolChange = Omit<ContractChange, 'server' | 'tool'>

export interface ContractChange {
  readonly class: ChangeClass
  readonly server: string
  /** Absent when the change concerns the server as a whole. */
  readonly tool?: string
  readonly part: 'server' | 'capabilities' | 'tool' | 'input' | 'output' | 'annotations'
  /** JSON Pointer into the part: into the arguments, the structured content, the annotations, the capabilities; `*` for any item. */
  readonly pointer: string
  /** A sentence. */
  readonly message: string
  /** Arguments, or structured content, that the one contract takes and the other refuses. */
  readonly witness?: JsonValue
  /** Names that may be meant now by one that is gone. */
  readonly didYouMean?: readonly string[]
}
