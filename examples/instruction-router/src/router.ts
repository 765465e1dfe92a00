/** The way from a message to the few instructions that apply. */
import { type Match, type RoutingEngine, scored } from './engine.js'
import type { Catalogue } from './library.js'
import { type Message, type RoutingContext, readMessage } from './message.js'
import { RULE_ENGINE } from './rule-engine.js'
import { createWeightedEngine, WEIGHTS } from './weighted-engine.js'

/** The first one routes where nobody chose another. */
export const ENGINES: readonly [RoutingEngine, RoutingEngine] = [createWeightedEngine(WEIGHTS), RULE_ENGINE]

export type Router = ReturnType<typeof createRouter>

export function createRouter(engine: RoutingEngine, { instructions }: Catalogue) {
  const match = engine.prepare(instructions)
  const ranked = (message: Message): Match[] =>
    match(message)
      .filter(({ score }) => score > 0)
      .sort(byScore)

  /** Undefined without a command. In the middle of a text only what a file names is one; in front the name of a file is, too. */
  function commandedBy({ commands, kind }: Message): Match[] | undefined {
    const meant = instructions.filter((each) => each.commands.some((command) => commands.includes(command)))
    if (meant.length === 0 && kind !== 'command') return undefined
    const words = commands[0]?.slice(1).split(/[-_:]/) ?? []
    const named = instructions.filter(({ name }) => words.every((word) => name.split(/[-_]/).includes(word)))
    return (meant.length > 0 ? meant : named).map((instruction) => scored(instruction, { command: 100 }))
  }

  return {
    /** The matches best first, and in a sentence why there are these, or none. */
    route(message: string, context: RoutingContext = {}, limit = 5) {
      const read = readMessage(message, context)
      const isAsking = read.kind === 'request' || read.kind === 'command'
      const found = isAsking ? (commandedBy(read) ?? ranked(read)) : []
      const least = engine.cutOff * (found[0]?.score ?? 0)
      const matches = found.filter(({ score }) => score >= least).slice(0, limit)
      const reason =
        matches.length > 0 ? `${matches.length} of ${found.length} are worth showing` : NOTHING[read.kind]
      return { matches, read, reason }
    },
    /** Whatever has anything to do with the words: "yes" is a word here, and nothing is cut off but by `limit`. */
    search: (query: string, limit: number): Match[] => ranked(readMessage(query)).slice(0, limit),
  }
}

const NOTHING = {
  approval: 'the message only approves what was proposed: go on with the instructions that are there already',
  'small-talk': 'the message greets, thanks or says goodbye, and asks for nothing',
  request: 'no instruction has anything to do with the message',
  command: 'no instruction answers this command',
} as const

/** Equal scores are ordered by urgency and then by id, never by the file system. */
function byScore({ score, instruction: a }: Match, { score: other, instruction: b }: Match): number {
  return other - score || (`${a.priority} ${a.id}` < `${b.priority} ${b.id}` ? -1 : 1)
}
