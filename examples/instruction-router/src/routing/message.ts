/** What a prompt asks for, before any instruction is looked at. */
import { isApproval } from './approval.js'
import { focusOf } from './focus.js'
import { isSmallTalk } from './small-talk.js'
import { plainFormsOf, TOPICS, type Topic } from './topics/index.js'
import { stemOf, stemsOf, wordsOf } from './words.js'

export interface Message {
  /** An approval and small talk ask for nothing. */
  readonly kind: 'request' | 'approval' | 'small-talk'
  /** What it says, by stem; a word that it says it is not about weighs little. */
  readonly weights: ReadonlyMap<string, number>
  /** How much each of these words says about what is asked for, about 1: less for what that is about. */
  readonly focus: ReadonlyMap<string, number>
  /** What it tells by turns of phrase, and how clearly. */
  readonly topics: ReadonlyMap<Topic, number>
  /** Words that stand side by side, written as one: a "post mortem" is a postmortem. */
  readonly compounds: ReadonlyMap<string, number>
  /** Its plain words in order, for phrases. */
  readonly words: readonly string[]
  /** Slash commands in it, lower case, the first one first. */
  readonly commands: readonly string[]
  /** True when it begins with a command. */
  readonly isCommand: boolean
  /** It was longer than is read: its middle is left out. */
  readonly isCut: boolean
}

export function readMessage(message: string): Message {
  const text = cut(message)
  const commands = [...text.matchAll(COMMAND)].map(([command]) => command.toLowerCase())
  const isCommand = commands.length > 0 && text.trimStart().startsWith('/')
  // What a command is for is looked up, not guessed by its letters.
  const spoken = isCommand ? text.replace(COMMAND, ' ') : text
  const weights = new Map<string, number>()
  const focused = new Map<string, number>()
  const topics = new Map<Topic, number>()
  const compounds = new Map<string, number>()
  for (const part of partsOf(spoken)) {
    const words = wordsOf(part.text)
    const focus = focusOf(words)
    for (const [n, word] of words.entries()) {
      const stem = stemOf(word)
      if (stem === undefined) continue
      raise(weights, stem, part.weight)
      raise(focused, stem, focus[n] ?? 1)
    }
    for (const stem of compoundsOf(words)) raise(compounds, stem, part.weight)
    for (const [topic, clarity] of TOPICS.topicsIn(plainFormsOf(words)))
      raise(topics, topic, clarity * part.weight)
  }
  return {
    kind: isApproval(text) ? 'approval' : isSmallTalk(text) ? 'small-talk' : 'request',
    weights: heaviest(weights),
    focus: focused,
    topics,
    compounds,
    words: wordsOf(spoken).slice(0, MAX_WORDS),
    commands,
    isCommand,
    isCut: text.length < message.length,
  }
}

function raise<Key>(weights: Map<Key, number>, key: Key, weight: number): void {
  weights.set(key, Math.max(weights.get(key) ?? 0, weight))
}

function compoundsOf(words: readonly string[]): string[] {
  return words
    .slice(0, MAX_STEMS)
    .flatMap((word, n) => (word.length < 2 ? [] : (stemOf(word + (words[n + 1] ?? '')) ?? [])))
}

/** `/pongogo-retro`, and no path such as `/usr/bin`, `GET /status` or "the /status endpoint". */
const COMMAND =
  /(?<![^\s"'`(])(?<!\b(?:get|post|put|patch|delete|head) )\/[a-z][\w:-]*(?![\w/]|\.\w)(?!["'`)]? (?:endpoint|route|page|url|path|resource|api|folder|directory|call|request)s?\b)/gi

/** Both ends of a long message are read: what is asked for stands there, and what is pasted between. */
function cut(message: string): string {
  if (message.length <= MAX_READ) return message
  return `${message.slice(0, MAX_READ / 2)}\n${message.slice(-MAX_READ / 2)}`
}

const MAX_READ = 20_000
const MAX_WORDS = 4000
const MAX_STEMS = 200

interface Part {
  readonly text: string
  readonly weight: number
}

/** What is pasted as code, told as background, or named to be left alone, says less about the request. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  for (const [n, outside] of text.split(/```/).entries())
    if (n % 2 === 1) parts.push({ text: outside, weight: PASTED })
    else for (const sentence of sentencesOf(outside.replace(QUOTE, ' '))) parts.push(...clausesOf(sentence))
  const quotes = [...text.matchAll(QUOTE)].map(([quote]) => ({ text: quote, weight: QUOTED }))
  return parts.some((part) => stemsOf(part.text).length > 0) ? [...parts, ...quotes] : [{ text, weight: 1 }]
}

/** What somebody or something said, or what a thing is called. */
const QUOTE = /(?<![^\s(])(?:"[^"\n]{3,200}"|'[^'\n]{3,200}'|“[^”\n]{3,200}”)(?![^\s.,;:!?)])/g
const QUOTED = 0.5

/** In a long message questions, wishes and the last sentence say what is asked for. */
function sentencesOf(text: string): Part[] {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((each) => each.trim() !== '')
  const isLong = sentences.length > 2 && text.length > LONG
  return sentences.map((sentence, n) => {
    const isAsking = n === sentences.length - 1 || ASKING.test(sentence)
    return { text: sentence, weight: isLong && !isAsking ? BACKGROUND : 1 }
  })
}

function clausesOf({ text, weight }: Part): Part[] {
  const clauses = text.split(REFUSING.test(text) ? CONTRAST : PAUSE)
  return clauses.flatMap((clause, n) => {
    const isFirstOfSeveral = n === 0 && clauses.length > 1
    const at =
      UNWANTED.test(clause) || (isFirstOfSeveral && REFUSED.test(clause)) ? 0 : clause.search(EXCLUDED)
    if (at < 0) return [{ text: clause, weight }]
    return [
      { text: clause.slice(0, at), weight },
      { text: clause.slice(at), weight: weight * NOT_MEANT },
    ]
  })
}

/** A point within a number or a name, as in 4.0 and .env, ends nothing. */
const PAUSE = /[,;:.](?!\w)[.]*|[!?—()]+|\b(?:but|however)\b/i
/** Where something is refused, these begin what is wanted instead. */
const CONTRAST = /[,;:.](?!\w)[.]*|[!?—()]+|\b(?:but|however|just|only|rather I|I want)\b/i
const REFUSING = /\b(?:not|no|never|don['’]?t|forget|skip|instead)\b/i
const PASTED = 0.4
const BACKGROUND = 0.5
const NOT_MEANT = 0.15
const LONG = 200
const ASKING =
  /\?|\b(?:how (?:do|can|should)|what (?:do|should|is)|can you|could you|please|I need|I want|I(?:'d| would) like|help me|missing|we need)\b/i
/** A clause that begins so is about what is not to be done: "don't estimate anything, just ...". */
const UNWANTED = /^\s*(?:please )?(?:do not|don['’]?t|never) \p{L}/iu
/** "no retro please, I only ..." */
const REFUSED = /^\s*no (?!one\b|idea\b|longer\b|matter\b|problem\b)\p{L}/iu
/** From here on a clause tells what it is not about; "is not", "cannot" and "does not work" are troubles, and stay. */
const EXCLUDED =
  /\b(?:(?:is|are|was) no (?!longer|idea|way|use|reason)|not (?:about|asking|talking|looking|the|a|another)|instead of|rather than|no need|(?:do not|don['’]?t) (?:need|want|care|worry|bother|touch|mention)|never ?mind|skip|forget (?:about|the)|unrelated to|nothing to do with)\b/i

/** Of a very long message the words that weigh most, earlier ones first. */
function heaviest(weights: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (weights.size <= MAX_STEMS) return weights
  return new Map([...weights].sort(([, a], [, b]) => b - a).slice(0, MAX_STEMS))
}
