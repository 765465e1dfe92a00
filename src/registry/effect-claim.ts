/** What a tool seems to do, from what its server claims and from its name. */
import type { Effect, EffectClaim, EffectEvidence } from '../policy/index.js'
import type { Tool, ToolAnnotations } from '../protocol/index.js'
import { effectByName } from './effect-by-name.js'

export interface ClaimedEffect {
  readonly claim: EffectClaim
  /** What does not fit together, for a finding about this tool. */
  readonly contradiction?: string
}

/**
 * Reads a tool's annotations, else its name; never certain, for annotations are hints (specification: ToolAnnotations).
 * Where the claims contradict each other or the name, the worse one counts.
 */
export function claimedEffect(tool: Tool): ClaimedEffect {
  const byName = effectByName(tool.name)
  const byHints = effectByHints(tool.annotations)
  if (byHints === undefined) {
    return { claim: byName === undefined ? claimOf('unknown', 'none') : claimOf(byName, 'name') }
  }
  if (byHints !== 'read') return { claim: claimOf(byHints, 'annotation') }
  if (tool.annotations?.destructiveHint === true) {
    return {
      claim: claimOf('destructive', 'annotation'),
      contradiction: 'readOnlyHint and destructiveHint are both true',
    }
  }
  if (byName !== undefined && byName !== 'read') {
    return {
      claim: claimOf(byName, 'name'),
      contradiction: `readOnlyHint is true, and the name says that it is ${SAID[byName]}`,
    }
  }
  return { claim: claimOf('read', 'annotation') }
}

/**
 * Undefined when neither readOnlyHint nor destructiveHint is stated: then the server said nothing about effects, and a default
 * is nobody's word. Of openWorldHint only a stated `true` counts: its default would make nearly every tool external.
 */
function effectByHints(hints: ToolAnnotations | undefined): Exclude<Effect, 'unknown'> | undefined {
  if (hints?.readOnlyHint === true) return 'read'
  if (hints?.destructiveHint === false) return hints.openWorldHint === true ? 'external' : 'write'
  return hints?.readOnlyHint === false || hints?.destructiveHint === true ? 'destructive' : undefined
}

function claimOf(effect: Effect, evidence: EffectEvidence): EffectClaim {
  return { effect, evidence, certain: false, reversible: REVERSIBLE[effect] }
}

const SAID = { write: 'writing', destructive: 'destructive', external: 'reaching outside' } as const

/** A read has nothing to undo; nothing is known of a write, idempotent or not. */
const REVERSIBLE: Readonly<Record<Effect, EffectClaim['reversible']>> = {
  read: 'yes',
  write: 'unknown',
  destructive: 'no',
  external: 'no',
  unknown: 'unknown',
}
