/** What one tool promises, without a registry: for whoever sees tools pass. */
import type { Effect } from '../call/index.js'
import { claimByHints } from '../effects/index.js'
import type { Tool } from '../protocol/index.js'
import { contractFingerprint } from './contract-fingerprint.js'

export interface ToolContract {
  readonly fingerprint: string
  /** As its server claims it. */
  readonly effect: Effect
}

/** Of any tool: a schema that cannot be used has a fingerprint too. */
export function contractOf(tool: Tool): ToolContract {
  return {
    fingerprint: contractFingerprint(tool),
    effect: claimByHints(tool.annotations)?.effect ?? 'unknown',
  }
}
