/** The way from a message to the few instructions that apply. */

import { type Match, type RoutingEngine, type Surroundings, scored } from './engine.js'
import type { Catalogue } from './library.js'
import { type Message, readMessage } from './message.js'
import { RULE_ENGINE } from './rule-engine.js'
import { createWeightedEngine, WEIGHTS } from './weighted-engine.js'
import { stemsOf } from './words.js'

/** The first one routes where nobody chose another. */
export const ENGINES: readonly [RoutingEngine, RoutingEngine] = [createWeightedEngine(WEIGHTS), RULE_ENGINE]

/** What is known beside the message, as paths in the project; all of it may be absent. */
export interface RoutingContext {
  readonly files?: readonly string[] | undefined
  readonly directories?: readonly string[] | undefined
  readonly branch?: string | null | undefined
  readonly language?: string | null | undefined
}

export type Router = ReturnType<typeof createRouter>

export function createRouter(engine: RoutingEngine, { instructions }: Catalogue) {
  const match = engine.prepare(instructions)
  const ranked = (message: Message, context: RoutingContext): Match[] =>
    match(message, surroundingsOf(context))
      .filter(({ score }) => score > 0)
      .sort(byScore)

  /** Undefined without a command. In the middle of a text only what a file names is one; in front the name of a file is, too. */
  function commandedBy({ commands, isCommand }: Message): Match[] | undefined {
    const meant = instructions.filter((each) => each.commands.some((command) => commands.includes(command)))
    if (meant.length === 0 && !isCommand) return undefined
    const words = commands[0]?.slice(1).split(/[-_:]/) ?? []
    const named = instructions.filter(({ name }) => words.every((word) => name.split(/[-_]/).includes(word)))
    return (meant.length > 0 ? meant : named).map((instruction) => scored(instruction, { command: 100 }))
  }

  return {
    /** The matches best first, and in a sentence why there are these, or none. */
    route(message: string, context: RoutingContext = {}, limit = 5) {
      const read = readMessage(message)
      if (read.kind !== 'request') return { matches: [], read, reason: NOTHING[read.kind] }
      const commanded = commandedBy(read)
      const found = commanded ?? ranked(read, context)
      const least = engine.cutOff * (found[0]?.score ?? 0)
      const matches = found.filter(({ score }) => score >= least).slice(0, limit)
      const nothing = NOTHING[commanded === undefined ? 'no-match' : 'unknown-command']
      const reason = matches.length > 0 ? `${matches.length} of ${found.length} are worth showing` : nothing
      return { matches, read, reason }
    },
    /** Whatever has anything to do with the words: "yes" is a word here, and nothing is cut off but by `limit`. */
    search: (query: string, limit: number): Match[] => ranked(readMessage(query), {}).slice(0, limit),
  }
}

const NOTHING = {
  approval: 'the message only approves what was proposed: go on with the instructions that are there already',
  'small-talk': 'the message greets, thanks or says goodbye, and asks for nothing',
  'no-match': 'no instruction has anything to do with the message',
  'unknown-command': 'no instruction answers this command',
} as const

function surroundingsOf({ files = [], directories = [], branch, language }: RoutingContext): Surroundings {
  const paths = [...files, ...directories.map((each) => `${each}/`)].filter((path) => path.length <= 1000)
  return {
    paths: paths.slice(0, 200).map((path) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')),
    stems: stemsOf([branch, language, ...directories].join(' ').slice(0, 2000)),
  }
}

/** Equal scores are ordered by urgency and then by id, never by the file system. */
function byScore({ score, instruction: a }: Match, { score: other, instruction: b }: Match): number {
  return other - score || (`${a.priority} ${a.id}` < `${b.priority} ${b.id}` ? -1 : 1)
}
