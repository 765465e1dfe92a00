/** What becomes of calls whose arguments break the schema that a tool publishes, and that a server may take all the same. */

/** `lenient`: the server judges them, and what was found is told. `strict`: they are not made, like those that no server takes. */
export type ValidationMode = (typeof VALIDATION_MODES)[number]
export const VALIDATION_MODES = ['lenient', 'strict'] as const
