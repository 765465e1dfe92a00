/** What a call does to the world, in words. */

/** `external`: reaches beyond the server in a way that nothing here can take back or see, such as sending a mail. */
export type Effect = (typeof EFFECTS)[number]
export const EFFECTS = ['read', 'write', 'destructive', 'external', 'unknown'] as const
/** All but a read: what a call may do of which nobody knows what it does. */
export const CHANGING_EFFECTS = ['write', 'destructive', 'external', 'unknown'] as const

/** From the least to the worst of what is known; `unknown` is none of them. */
const BY_HARM: readonly Effect[] = ['read', 'write', 'destructive', 'external']

/** Whether what is known of the one is worse than what is known of the other; what is unknown is worse than nothing. */
export function isWorseEffect(one: Effect, other: Effect): boolean {
  return BY_HARM.indexOf(one) > BY_HARM.indexOf(other)
}

/** The members of a tool's annotations that say what its calls do (specification: ToolAnnotations). */
export const EFFECT_HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** Whether what a call did can be undone. */
export type Reversible = (typeof REVERSIBLE)[number]
export const REVERSIBLE = ['yes', 'no', 'unknown'] as const
