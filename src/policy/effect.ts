/** What a tool does to the world, and how we know. */

/** `external`: reaches beyond the server in a way that nothing here can take back or see, such as sending a mail. */
export type Effect = 'read' | 'write' | 'destructive' | 'external' | 'unknown'

/** Where the word comes from, strongest first: the user's policy, the server's annotations, its recordings, the tool's name, nothing. */
export type EffectEvidence = 'policy' | 'annotation' | 'recording' | 'name' | 'none'

export interface EffectClaim {
  readonly effect: Effect
  readonly evidence: EffectEvidence
  /** Only a policy is certain: annotations are claims of the server. */
  readonly certain: boolean
  readonly reversible: 'yes' | 'no' | 'unknown'
}
