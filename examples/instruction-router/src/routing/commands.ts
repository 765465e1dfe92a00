/** Which instructions a slash command is for. */
import type { Catalogue, Instruction } from '../library/index.js'
import { stemOf, wordsOf } from './words.js'

/** From 0 to 1: how surely this command means each instruction. 1 where the file names the command. */
export interface CommandTable {
  meant(command: string): ReadonlyMap<Instruction, number>
}

export function createCommandTable({ instructions }: Catalogue): CommandTable {
  const declared = new Map<string, Instruction[]>()
  for (const each of instructions)
    for (const command of each.commands) declared.set(command, [...(declared.get(command) ?? []), each])
  const names = instructions.map((instruction) => ({ instruction, words: knownWords(instruction) }))

  return {
    meant(command) {
      const exact = declared.get(command)
      if (exact !== undefined) return new Map(exact.map((each) => [each, 1]))
      if (OF_THE_HOST.has(command)) return new Map()
      return bestNamed(wordsOf(command), names)
    },
  }
}

/** What programs for agents do themselves, unless a file names it. */
const OF_THE_HOST = new Set(
  `/agents /clear /compact /config /context /cost /doctor /exit /export /fast /help /hooks /init /login /logout /mcp /memory
   /model /permissions /quit /resume /rewind /theme /usage /vim`.split(/\s+/),
)

interface Named {
  readonly instruction: Instruction
  /** How much each word of its name, and of its keywords, tells. */
  readonly words: ReadonlyMap<string, number>
}

/** `/pongogo-retro` means what is called "retrospective": words nobody is called by are the tool's own name. */
function bestNamed(words: readonly string[], names: readonly Named[]): ReadonlyMap<Instruction, number> {
  const found = names.map(({ instruction, words: known }) => {
    const hits = words.map((word) => hit(word, known))
    return { instruction, score: hits.reduce((sum, each) => sum + each, 0) }
  })
  const best = Math.max(0, ...found.map(({ score }) => score))
  const telling = words.length || 1
  const surest = Math.min(0.9, (best / telling) * 1.5)
  return new Map(
    found
      .filter(({ score }) => score > 0)
      .map(({ instruction, score }) => [instruction, (score / best) * surest]),
  )
}

function hit(word: string, known: ReadonlyMap<string, number>): number {
  const exact = known.get(stemOf(word) ?? word) ?? known.get(word)
  if (exact !== undefined) return exact
  if (word.length < 3) return 0
  let best = 0
  for (const [name, weight] of known) if (name.startsWith(word)) best = Math.max(best, weight * 0.8)
  return best
}

const NAME = 1
const KEYWORD = 0.7
const CATEGORY = 0.5

function knownWords({ name, title, keywords, category, commands }: Instruction): ReadonlyMap<string, number> {
  const known = new Map<string, number>()
  const learn = (text: string, weight: number): void => {
    for (const word of wordsOf(text))
      for (const form of [word, stemOf(word)])
        if (form !== undefined) known.set(form, Math.max(known.get(form) ?? 0, weight))
  }
  learn(name, NAME)
  learn(title, KEYWORD)
  // A word of a phrase alone says little: "all clear" is not about clearing.
  for (const keyword of keywords) if (wordsOf(keyword).length === 1) learn(keyword, KEYWORD * 1.2)
  learn(category, CATEGORY)
  for (const command of commands) learn(command, KEYWORD)
  return known
}
