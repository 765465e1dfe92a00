/** A digest of what a tool promises. */
import { digest } from '../base/index.js'
import { EFFECT_HINTS } from '../call/index.js'
import type { Tool } from '../protocol/index.js'
import { fingerprint } from '../schema/fingerprint.js'

/**
 * Changes when the meaning of the input schema, the output schema or one of the four hints changes; not with descriptions,
 * titles or the order of keys.
 */
export function contractFingerprint(tool: Tool): string {
  return digest({
    contract: 1,
    input: fingerprint(tool.inputSchema),
    output: tool.outputSchema === undefined ? null : fingerprint(tool.outputSchema),
    hints: EFFECT_HINTS.map((hint) => tool.annotations?.[hint] ?? null),
  })
}
