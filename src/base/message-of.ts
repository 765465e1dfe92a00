/** What was thrown, as text: anything may be. */

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Of an error's message, or of a text. */
export function firstLine(said: unknown): string {
  return messageOf(said).split('\n', 1).join('')
}

/** What a failure of the system or of a driver is called, such as `ENOENT`; undefined for one that has no code. */
export function codeOf(failure: unknown): unknown {
  return failure instanceof Error && 'code' in failure ? failure.code : undefined
}
