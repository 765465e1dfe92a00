/** How much of a model's context a text takes. */

/** Four bytes of UTF-8 a token, rounded up: the usual rule of thumb, and an estimate only. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}
