/** The port of routing, and the way from a message to the few instructions that apply. */
import picomatch from 'picomatch'
import type { Catalogue, Instruction } from '../library/index.js'
import { type Message, readMessage } from './message.js'

/** What is known beside the message, as paths in the project; all of it may be absent. */
export interface RoutingContext {
  readonly files?: readonly string[]
  readonly directories?: readonly string[]
  readonly branch?: string
  readonly language?: string
}

export interface Match {
  readonly instruction: Instruction
  /** Above 0. Comparable within one answer, not between engines. */
  readonly score: number
  /** What the score is the sum of. */
  readonly breakdown: Readonly<Record<string, number>>
}

/** An engine holds no state: the same catalogue, message and context give the same matches. */
export interface RoutingEngine {
  readonly version: string
  readonly description: string
  /** Matches below this part of the best one's score are not shown. */
  readonly cutOff: number
  /** Prepared once for a catalogue; then gives what has anything to do with a message, in any order. */
  prepare(catalogue: Catalogue): (message: Message, context: RoutingContext) => readonly Match[]
}

export interface Routing {
  /** Best first. */
  readonly matches: readonly Match[]
  readonly message: Message
  /** How many had anything to do with the message. */
  readonly considered: number
  /** Why there is nothing. */
  readonly reason?: 'approval' | 'small-talk' | 'no-match' | 'unknown-command'
}

export interface Router {
  route(message: string, options?: { readonly context?: RoutingContext; readonly limit?: number }): Routing
  /** Whatever has anything to do with the words: "yes" is a word here, and nothing is cut off but by `limit`. */
  search(query: string, limit: number): readonly Match[]
}

export function createRouter(engine: RoutingEngine, catalogue: Catalogue): Router {
  const match = engine.prepare(catalogue)
  return {
    route(text, { context = {}, limit = 5 } = {}) {
      const message = readMessage(text)
      if (message.kind !== 'request') return { matches: [], message, considered: 0, reason: message.kind }
      const commanded = commandedBy(message, catalogue)
      const found = commanded ?? [...match(message, context)].sort(byScore)
      const least = engine.cutOff * (found[0]?.score ?? 0)
      const matches = found.filter(({ score }) => score >= least).slice(0, limit)
      const reason = commanded === undefined ? 'no-match' : 'unknown-command'
      return { matches, message, considered: found.length, ...(matches.length > 0 ? {} : { reason }) }
    },
    search: (query, limit) => [...match(readMessage(query), {})].sort(byScore).slice(0, limit),
  }
}

/** Equal scores are ordered by urgency and then by id, never by the file system. */
function byScore({ score, instruction: a }: Match, { score: other, instruction: b }: Match): number {
  return other - score || (`${a.priority} ${a.id}` < `${b.priority} ${b.id}` ? -1 : 1)
}

/** Undefined without a command. In the middle of a text only what a file names is one; in front the name of a file is, too. */
function commandedBy(message: Message, { instructions }: Catalogue): Match[] | undefined {
  const { commands, isCommand } = message
  const meant = instructions.filter((each) => each.commands.some((command) => commands.includes(command)))
  if (meant.length === 0 && !isCommand) return undefined
  const words = commands[0]?.slice(1).split(/[-_:]/) ?? []
  const named = instructions.filter(({ name }) => words.every((word) => name.split(/[-_]/).includes(word)))
  return (meant.length > 0 ? meant : named).map((instruction) => scored(instruction, { command: COMMAND }))
}

const COMMAND = 100

/** The sum of the parts, rounded to what a reader can use; parts of 0 are left out. */
export function scored(instruction: Instruction, parts: Readonly<Record<string, number>>): Match {
  const breakdown = Object.fromEntries(
    Object.entries(parts)
      .map(([name, value]) => [name, Math.round(value * 100) / 100] as const)
      .filter(([, value]) => value > 0),
  )
  const sum = Object.values(breakdown).reduce((total, value) => total + value, 0)
  return { instruction, score: Math.round(sum * 100) / 100, breakdown }
}

/** Whether any of the paths is one of these globs; a glob of everything says nothing, and matches nothing here. */
export function globMatcher(globs: readonly string[]): (paths: readonly string[]) => boolean {
  const telling = globs.filter((glob) => !/^[*/]*$/.test(glob) && glob.length <= 500)
  if (telling.length === 0) return () => false
  const matches = picomatch(telling, { dot: true, nocase: true })
  return (paths) =>
    paths
      .slice(0, 200)
      .map((path) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''))
      .some((path) => path.length <= 1000 && matches(path))
}
