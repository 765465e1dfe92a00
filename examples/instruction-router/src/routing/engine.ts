/** The port of routing: an engine prepares a catalogue once, and then routes messages to its instructions. */
import type { Catalogue, Instruction } from '../library/index.js'
import type { Message } from './message.js'

/** What is known beside the message; all of it may be absent. */
export interface RoutingContext {
  /** Files that are open or changed, and folders, as paths in the project. */
  readonly files?: readonly string[]
  readonly directories?: readonly string[]
  readonly branch?: string
  readonly language?: string
}

export interface Match {
  readonly instruction: Instruction
  /** Above 0. Comparable within one answer, not between engines. */
  readonly score: number
  /** What the score is the sum of, each part by its name; parts of 0 are left out. */
  readonly breakdown: Readonly<Record<string, number>>
}

/** An engine holds no state: the same catalogue, message and context give the same matches. */
export interface RoutingEngine {
  readonly version: string
  readonly description: string
  /** Matches below this part of a sure best one's score are not worth showing. */
  readonly cutOff: number
  /** May take a while for a large catalogue; what is returned never changes. */
  prepare(catalogue: Catalogue): PreparedRouting
}

export interface PreparedRouting {
  /** What a match must score to be worth showing beside the best one; when that scores less, the message is about no instruction. */
  least(message: Message, best: Match): number
  /**
   * The instructions that have anything to do with the message, best first; equal ones by urgency, then by id. Those far below the
   * best may be left out.
   */
  match(message: Message, context: RoutingContext): readonly Match[]
}

/** Best first; equal scores are ordered by urgency, and then by id, never by the file system. */
export function byScore(a: Match, b: Match): number {
  if (a.score !== b.score) return b.score - a.score
  const [x, y] = [a.instruction, b.instruction]
  if (x.priority !== y.priority) return x.priority < y.priority ? -1 : 1
  return x.id < y.id ? -1 : 1
}

/** The sum of the parts, and the parts that are not 0; rounded to what a reader can use. */
export function scored(instruction: Instruction, parts: Readonly<Record<string, number>>): Match {
  const entries = Object.entries(parts)
    .map(([name, value]) => [name, Math.round(value * 100) / 100] as const)
    .filter(([, value]) => value !== 0)
  const score = Math.round(entries.reduce((sum, [, value]) => sum + value, 0) * 100) / 100
  return { instruction, score, breakdown: Object.fromEntries(entries) }
}
