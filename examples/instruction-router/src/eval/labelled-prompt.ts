/** A prompt with the files that should reach it, and the half of the set that it belongs to. */
import { createHash } from 'node:crypto'
import type { RoutingContext } from '../routing/index.js'

export const PROMPT_KINDS = ['explicit', 'implicit', 'slash', 'approval', 'trap'] as const

export type PromptKind = (typeof PROMPT_KINDS)[number]

export interface LabelledPrompt {
  /** Unique in its set; decides the half. */
  readonly id: string
  readonly kind: PromptKind
  readonly message: string
  readonly context?: RoutingContext
  /** Files that should arrive, each good as the first one; none: nothing should arrive. */
  readonly expect: readonly string[]
  /** Files that may arrive as well. */
  readonly also: readonly string[]
  /** Where it stands, for messages: `prompts.yaml:12`. */
  readonly place: string
}

export type Half = 'tuning' | 'test'

/** Decided by the id alone, so that a new prompt moves no other into the half that was tuned on. */
export function halfOf({ id }: Pick<LabelledPrompt, 'id'>): Half {
  const [first = 0] = createHash('sha256').update(id).digest()
  return first % 2 === 0 ? 'tuning' : 'test'
}
