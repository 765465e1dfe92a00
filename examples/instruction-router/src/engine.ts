/** What an engine of routing is, and what engines share. */
import picomatch from 'picomatch'
import type { Instruction } from './instruction.js'
import type { Message } from './message.js'

export interface Match {
  readonly instruction: Instruction
  /** Above 0. Comparable within one answer, not between engines. */
  readonly score: number
  /** What the score is the sum of. */
  readonly breakdown: Readonly<Record<string, number>>
}

/** An engine holds no state: the same instructions and message give the same matches. */
export interface RoutingEngine {
  readonly version: string
  readonly description: string
  /** Matches below this part of the best one's score are not shown. */
  readonly cutOff: number
  /** Prepared once; then gives a match for each instruction, in their order; 0 is the score of what has nothing to do with a message. */
  prepare(instructions: readonly Instruction[]): (message: Message) => readonly Match[]
}

/** The sum of the parts, rounded to what a reader can use; parts of 0 are left out. */
export function scored(instruction: Instruction, parts: Readonly<Record<string, number>>): Match {
  const rounded = Object.entries(parts).map(([name, value]) => [name, Math.round(value * 100) / 100] as const)
  const breakdown = Object.fromEntries(rounded.filter(([, value]) => value > 0))
  const sum = Object.values(breakdown).reduce((total, value) => total + value, 0)
  return { instruction, score: Math.round(sum * 100) / 100, breakdown }
}

/** Whether any of the paths is one of these globs; a glob of everything says nothing, and matches nothing here. */
export function globMatcher(globs: readonly string[]): (paths: readonly string[]) => boolean {
  const telling = globs.filter((glob) => !/^[*/]*$/.test(glob) && glob.length <= 500)
  const matches = picomatch(telling, { dot: true, nocase: true })
  return (paths) => paths.some((path) => matches(path))
}
