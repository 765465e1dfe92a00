/** What a prompt asks for, before any instruction is looked at. */
import { z } from 'zod'
import { stemsOf, wordList, wordsOf } from './words.js'

const [TEXT, TEXTS] = [z.string(), z.array(z.string())]
/** Files and folders are paths in the project. */
export const CONTEXT = z
  .object({ files: TEXTS, directories: TEXTS, branch: TEXT.nullable(), language: TEXT.nullable() })
  .partial()
  .describe('what is known beside the message')
export type RoutingContext = z.infer<typeof CONTEXT>

export type Message = ReturnType<typeof readMessage>

export function readMessage(message: string, context: RoutingContext = {}) {
  const { files = [], directories = [], branch, language } = context
  const paths = [...files, ...directories.map((each) => `${each}/`)].filter((path) => path.length <= 1000)
  const isCut = message.length > MAX_READ
  const text = isCut ? `${message.slice(0, MAX_READ / 2)}\n${message.slice(-MAX_READ / 2)}` : message
  const commands = (text.match(COMMAND) ?? []).map((command) => command.toLowerCase())
  const weights = new Map<string, number>()
  const clauses = text.replace(COMMAND, ' ').split(PAUSE)
  for (const [n, clause] of clauses.entries()) {
    const isRefused = UNWANTED.test(clause) || (n === 0 && clauses.length > 1 && REFUSED.test(clause))
    for (const stem of stemsOf(clause)) {
      const said = weights.get(stem) ?? 0
      weights.set(stem, isRefused ? Math.max(said, REFUSED_WEIGHT) : Math.floor(said) + 1)
    }
  }
  return {
    kind: commands.length > 0 && text.trimStart().startsWith('/') ? ('command' as const) : kindOf(text),
    /** What of it is read. */
    text,
    /** How often each stem is said; what is only refused counts a fifth. */
    weights,
    /** False for what is only refused. */
    isSaid: (stem: string): boolean => (weights.get(stem) ?? 0) >= 1,
    /** Slash commands in it, in lower case. */
    commands,
    /** Files and folders at hand, folders with a slash at their end. */
    paths: paths.slice(0, 200).map((path) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')),
    /** Stems of the branch, the language and the folders. */
    around: stemsOf([branch, language, ...directories].join(' ').slice(0, 2000)),
    /** It was longer than is read: its middle is left out. */
    isCut,
  }
}

const MAX_READ = 20_000
const REFUSED_WEIGHT = 0.2
/** `/pongogo-retro`, and no path such as `/usr/bin`. */
const COMMAND = /(?<![^\s"'`(])\/[a-z][\w:-]*(?![\w/.])/gi
/** A point within a number or a name, as in 4.0 and .env, ends nothing. */
const PAUSE = /[,;:.](?!\w)|[!?—()\n]|\b(?:but|however)\b/i
/** "don't estimate anything, just …" */
const UNWANTED = /^\s*(?:please )?(?:do not|don['’]?t|never) \p{L}/iu
/** "no retro please, I only …" */
const REFUSED = /^\s*no (?!one\b|idea\b|longer\b|matter\b|problem\b)\p{L}/iu

/** Approvals and small talk ask for nothing, and have no other words: "go right now", "thanks, now revert" and "delete yes" are requests. */
function kindOf(text: string): 'request' | 'approval' | 'small-talk' {
  if (/^(?:[\s.!]|\p{Emoji_Modifier}|\uFE0F|👍|👌|✅|🙏|💯|🚀|🎉|✔|\+1)+$/u.test(text)) return 'approval'
  const words = text.length > 200 ? [] : wordsOf(text)
  const areAll = (...sets: ReadonlySet<string>[]): boolean =>
    words.some((word) => sets[0]?.has(word)) && words.every((word) => sets.some((set) => set.has(word)))
  if (areAll(CONSENT, BESIDE_CONSENT) && !/\?\s*$/.test(text)) return 'approval'
  return areAll(TALK, CONSENT, BESIDE_CONSENT) ? 'small-talk' : 'request'
}

const CONSENT = wordList('consent')
const BESIDE_CONSENT = wordList('beside_consent')
const TALK = wordList('talk')
