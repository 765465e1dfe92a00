/** What was thrown, as text: anything may be. */

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Of an error's message, or of a text. */
export function firstLine(said: unknown): string {
  return messageOf(said).split('\n', 1).join('')
}
