/** An outcome without its secrets. */
import { assertNever } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import type { ContentBlock } from '../protocol/index.js'
import type { Redactor } from './redactor.js'

/** Redacts everything that a server said; what the protocol says (kinds, types of blocks, error codes) stays. */
export function redactOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  switch (outcome.kind) {
    case 'result':
    case 'tool-error':
      return {
        ...redactor.redact(outcome),
        kind: outcome.kind,
        content: outcome.content.map((block) => redactBlock(block, redactor)),
      }
    case 'rpc-error':
      return { ...redactor.redact(outcome), kind: 'rpc-error', code: outcome.code }
    default:
      return assertNever(outcome)
  }
}

function redactBlock<Block extends ContentBlock>(block: Block, redactor: Redactor): Block {
  return { ...redactor.redact(block), type: block.type }
}
