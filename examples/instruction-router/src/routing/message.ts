/** What a prompt asks for, before any instruction is looked at. */
import { stemOf, wordsOf } from './words.js'

export interface Message {
  /** An approval and small talk ask for nothing. */
  readonly kind: 'request' | 'approval' | 'small-talk'
  /** What of it is read. */
  readonly text: string
  /** How much each stem says, from 0 to 1: less for what is refused. */
  readonly weights: ReadonlyMap<string, number>
  /** Slash commands in it, in lower case. */
  readonly commands: readonly string[]
  /** It begins with a command. */
  readonly isCommand: boolean
  /** It was longer than is read: its middle is left out. */
  readonly isCut: boolean
}

export function readMessage(message: string): Message {
  const text =
    message.length <= MAX_READ
      ? message
      : `${message.slice(0, MAX_READ / 2)}\n${message.slice(-MAX_READ / 2)}`
  const commands = (text.match(COMMAND) ?? []).map((command) => command.toLowerCase())
  const weights = new Map<string, number>()
  const clauses = text.replace(COMMAND, ' ').split(PAUSE)
  for (const [n, clause] of clauses.entries()) {
    const isRefused = UNWANTED.test(clause) || (n === 0 && clauses.length > 1 && REFUSED.test(clause))
    for (const word of wordsOf(clause)) {
      const stem = stemOf(word)
      if (stem === null) continue
      const weight = isRefused ? REFUSED_WEIGHT : 1
      weights.set(stem, Math.max(weights.get(stem) ?? 0, weight))
    }
  }
  const isCommand = commands.length > 0 && text.trimStart().startsWith('/')
  return { kind: kindOf(text), text, weights, commands, isCommand, isCut: text.length < message.length }
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

/** Consent and small talk have no other words: "go right now", "thanks, now revert" and "delete yes" are requests. */
function kindOf(text: string): Message['kind'] {
  if (/^(?:[\s.!]|\p{Emoji_Modifier}|\uFE0F|👍|👌|✅|🙏|💯|🚀|🎉|✔|\+1)+$/u.test(text)) return 'approval'
  const words = text.length > 200 ? [] : wordsOf(text)
  const isConsent = words.every((word) => CONSENT.has(word) || BESIDE_CONSENT.has(word))
  if (isConsent && words.some((word) => CONSENT.has(word)) && !/\?\s*$/.test(text)) return 'approval'
  const isTalk = words.every((word) => TALK.has(word) || CONSENT.has(word) || BESIDE_CONSENT.has(word))
  return isTalk && words.some((word) => TALK.has(word)) ? 'small-talk' : 'request'
}

const CONSENT: ReadonlySet<string> = new Set(
  `yes yeah yep yup y ok okay sure certainly absolutely definitely exactly agreed agree approved approve accepted accept
   confirmed confirm correct right go proceed continue do lgtm sounds looks good great perfect excellent fine cool nice
   works option proposal both no nope understood`.split(/\s+/),
)
const BESIDE_CONSENT: ReadonlySet<string> = new Set(
  `please thanks thank you i we it is that this so to me by with for on ahead along all of them the first second third last
   other one two a b c d 1 2 3 4 and as planned proposed suggested then let us lets s very much a lot job work idea plan
   of course thing way take use number can may am think guess`.split(/\s+/),
)
const TALK: ReadonlySet<string> = new Set(
  `hi hey hello good morning afternoon evening night day weekend how are was were your bye goodbye see later tomorrow soon
   went well had nice have everyone team welcome cheers`.split(/\s+/),
)
