/** All patterns of one schema: each compiled once, and together no larger than is safe. */
import { shorten } from '../../base/index.js'
import { type CompiledPattern, compilePattern } from './compile-pattern.js'

export interface PatternSet {
  get(source: string): CompiledPattern
  /** The patterns that no check covers, in sentences. */
  unchecked(): string[]
}

/** Creates an empty set. */
export function createPatternSet(): PatternSet {
  const compiled = new Map<string, CompiledPattern>()
  let room = MAX_TOTAL_SIZE
  return {
    get(source) {
      const known = compiled.get(source)
      if (known !== undefined) return known
      const pattern: CompiledPattern = room > 0 ? compilePattern(source) : NO_ROOM
      if (pattern.kind === 'matcher') room -= pattern.size
      compiled.set(source, pattern)
      return pattern
    },
    unchecked: () =>
      [...compiled].flatMap(([source, pattern]) =>
        pattern.kind === 'matcher'
          ? []
          : [`The pattern ${shorten(JSON.stringify(source), 100)} is not checked: ${pattern.reason}`],
      ),
  }
}

const MAX_TOTAL_SIZE = 50_000
const NO_ROOM: CompiledPattern = {
  kind: 'unchecked',
  reason: 'the patterns of this schema are too large together',
}
