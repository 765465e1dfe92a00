/** What servers claim of their tools, as a source: hints, which nobody enforces (specification: ToolAnnotations). */
import type { Effect } from '../call/index.js'
import { parseToolRef } from '../call/index.js'
import type { EffectClaim, EffectSource } from './effects.js'

/** The part of a tool's annotations that speaks of its effect. */
export interface EffectHints {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly openWorldHint?: boolean
}

/** Where tools are looked up, such as a registry. */
export interface HintedTools {
  find(
    server: string,
    tool: string,
  ):
    | {
        readonly kind: 'found'
        readonly tool: { readonly definition: { readonly annotations?: EffectHints } }
      }
    | { readonly kind: 'missing' }
}

export function annotationSource(tools: HintedTools): EffectSource {
  return {
    claim(ref) {
      const name = parseToolRef(ref)
      const lookup = name && tools.find(name.server, name.tool)
      return lookup?.kind === 'found' ? claimByHints(lookup.tool.definition.annotations) : undefined
    },
  }
}

/**
 * Undefined when neither readOnlyHint nor destructiveHint is stated: then the server said nothing about effects, and a default
 * is nobody's word. A tool that says it is no read, and not whether it destroys, is a write that may destroy: the default of
 * destructiveHint is true. Of openWorldHint only a stated `true` counts: its default would make nearly every tool external.
 */
export function claimByHints(hints: EffectHints | undefined): Partial<EffectClaim> | undefined {
  if (hints?.destructiveHint === true) return claimed('destructive')
  if (hints?.readOnlyHint === true) return claimed('read')
  if (hints?.destructiveHint === false) return claimed(hints.openWorldHint === true ? 'external' : 'write')
  return hints?.readOnlyHint === false ? { ...claimed('write'), alsoPossible: ['destructive'] } : undefined
}

/** What does not fit together in a tool's hints, for a finding about it; the worse one counts then. */
export function contradictionIn(hints: EffectHints | undefined): string | undefined {
  return hints?.readOnlyHint === true && hints.destructiveHint === true
    ? 'readOnlyHint and destructiveHint are both true'
    : undefined
}

function claimed(effect: Effect): Partial<EffectClaim> {
  return { effect, evidence: 'annotation', certain: false }
}
