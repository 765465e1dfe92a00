/** What a tool does to the world, and how we know. */

/** `external`: reaches beyond the server in a way that nothing here can take back or see, such as sending a mail. */
export type Effect = (typeof EFFECTS)[number]
export const EFFECTS = ['read', 'write', 'destructive', 'external', 'unknown'] as const

/** Where the word comes from, strongest first: the user's policy, the server's annotations, its recordings, the tool's name, nothing. */
export type EffectEvidence = 'policy' | 'annotation' | 'recording' | 'name' | 'none'

/** Whether what a call did can be undone. */
export type Reversible = (typeof REVERSIBLE)[number]
export const REVERSIBLE = ['yes', 'no', 'unknown'] as const

export interface EffectClaim {
  readonly effect: Effect
  readonly evidence: EffectEvidence
  /** Only a policy is certain: annotations are claims of the server. */
  readonly certain: boolean
  readonly reversible: Reversible
}
