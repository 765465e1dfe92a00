/** The user's word on what calls read, write and need, as a source. */
import { matchesPattern } from '../base/index.js'
import type { ToolRef } from '../call/index.js'
import type { EffectSource } from './effects.js'
import { type FootprintPatterns, footprintOf } from './footprint.js'

export interface StatedFootprint {
  /** `SERVER:TOOL`, where `*` stands for any characters, none included. */
  readonly tools: string
  /** `read`: nothing is written, and nobody says what is read. */
  readonly footprint: 'read' | FootprintPatterns
}

/** First match first. A tool with something to write is a write, any other one a read; both are certain. */
export function footprintSource(stated: readonly StatedFootprint[]): EffectSource {
  const of = (tool: ToolRef): StatedFootprint['footprint'] | undefined =>
    stated.find(({ tools }) => matchesPattern(tools, tool))?.footprint
  return {
    claim(tool) {
      const footprint = of(tool)
      return footprint && { effect: effectOf(footprint), evidence: 'policy', certain: true }
    },
    patterns(tool) {
      const footprint = of(tool)
      return footprint === 'read' ? undefined : footprint
    },
    footprint({ server, tool, arguments: args = {}, unknownAt }) {
      const footprint = of(`${server}:${tool}`)
      if (footprint === undefined) return undefined
      return footprintOf(footprint === 'read' ? { writes: [] } : footprint, args, unknownAt)
    },
  }
}

/** What a tool does whose footprint is stated. */
export function effectOf(footprint: StatedFootprint['footprint']): 'read' | 'write' {
  return footprint === 'read' || (footprint.writes ?? []).length === 0 ? 'read' : 'write'
}
