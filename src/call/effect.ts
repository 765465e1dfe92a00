/** What a call does to the world, in words. */

/** `external`: reaches beyond the server in a way that nothing here can take back or see, such as sending a mail. */
export type Effect = (typeof EFFECTS)[number]
export const EFFECTS = ['read', 'write', 'destructive', 'external', 'unknown'] as const

/** Whether what a call did can be undone. */
export type Reversible = (typeof REVERSIBLE)[number]
export const REVERSIBLE = ['yes', 'no', 'unknown'] as const
