/** The user's word on what calls read, write and need, as a source. */
import { matchesPattern } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { EffectSource } from './effects.js'
import { type FootprintPatterns, footprintOf } from './footprint.js'
import { type StatementPlace, type StatementReaders, statementEffect } from './statements/statement.js'

export interface StatedFootprint {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  /** `read`: nothing is written, and nobody says what is read. With a statement each call does what its statement says. */
  readonly footprint: 'read' | FootprintPatterns | StatementPlace
}

/**
 * First match first. A tool with something to write is a write, any other one a read; both are certain, and so is what a statement is known
 * to do. `readers`: what reads statements of SQL; without one nobody knows what they do.
 */
export function footprintSource(
  stated: readonly StatedFootprint[],
  readers: StatementReaders = {},
): EffectSource {
  const of = (tool: ToolRef): StatedFootprint['footprint'] | undefined =>
    stated.find(({ tools }) => matchesPattern(tools, tool))?.footprint
  return {
    claim(tool, call) {
      const footprint = of(tool)
      if (footprint === undefined) return undefined
      if (!isStatement(footprint)) return { effect: effectOf(footprint), evidence: 'policy', certain: true }
      const { arguments: args, unknownAt = [] } = call ?? {}
      const effect = args === undefined ? 'unknown' : statementEffect(footprint, args, unknownAt, readers)
      // What other calls do says nothing of this one, and neither does the server.
      return effect === 'unknown'
        ? { effect, evidence: 'none', certain: false }
        : { effect, evidence: 'statement', certain: true }
    },
    patterns(tool) {
      const footprint = of(tool)
      return footprint === undefined || footprint === 'read' || isStatement(footprint) ? undefined : footprint
    },
    footprint({ server, tool, arguments: args = {}, unknownAt }) {
      const footprint = of(`${server}:${tool}`)
      // Which tables a view, a trigger or a rule leads to, no statement says.
      if (footprint === undefined || isStatement(footprint)) return undefined
      return footprintOf(footprint === 'read' ? { writes: [] } : footprint, args, unknownAt)
    },
  }
}

/** What a tool does whose footprint is stated, whatever its arguments are. */
function effectOf(footprint: StatedFootprint['footprint']): 'read' | 'write' | 'unknown' {
  if (footprint === 'read') return 'read'
  if (isStatement(footprint)) return 'unknown'
  return (footprint.writes ?? []).length === 0 ? 'read' : 'write'
}

function isStatement(footprint: StatedFootprint['footprint']): footprint is StatementPlace {
  return footprint !== 'read' && 'statement' in footprint
}
