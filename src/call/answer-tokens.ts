/** How much of a model's context an answer takes. */

import { estimateTokens } from '../base/index.js'
import type { ContentBlock } from '../protocol/index.js'
import type { Outcome } from './outcome.js'

/** What hosts take of one answer, in tokens: Claude Code cuts what is longer. */
export const HOST_RESULT_TOKENS = 25_000

/**
 * An estimate. Hosts show a model the blocks or the structured content, not both, so the larger counts. An image is taken for a
 * large one, audio and binary resources for what describes them: their data reaches no model as text.
 */
export function answerTokens(outcome: Outcome): number {
  if (outcome.kind === 'rpc-error') return estimateTokens(outcome.message)
  const { content, structured } = outcome
  const blocks = content.reduce((sum, block) => sum + blockTokens(block), 0)
  return Math.max(blocks, structured === undefined ? 0 : estimateTokens(JSON.stringify(structured)))
}

const IMAGE_TOKENS = 1600

function blockTokens(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return estimateTokens(block.text)
    case 'image':
      return IMAGE_TOKENS
    case 'audio':
      return estimateTokens(JSON.stringify({ ...block, data: '' }))
    case 'resource':
      return estimateTokens(JSON.stringify({ ...block, resource: { ...block.resource, blob: '' } }))
    default:
      // Links, and blocks of kinds that are not known yet.
      return estimateTokens(JSON.stringify(block))
  }
}
