/** What becomes of real calls whose arguments break the schema that a tool publishes. */

/** `lenient`: the server judges them, and what was found is told. `strict`: they are not made. */
export type ValidationMode = (typeof VALIDATION_MODES)[number]
export const VALIDATION_MODES = ['lenient', 'strict'] as const
