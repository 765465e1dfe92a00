/**
 * What a changed text does to a model that reads it, beside what it says of a tool. It is a warning by its form: nobody can tell by
 * reading what a model will obey, and so ordinary words are let pass, and a person looks at the rest.
 */
import { createRequire } from 'node:module'
import { inOneLine, printable } from '../../base/index.js'

/** Which words of a text are new, and which are gone. */
interface WordChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** In the order of the texts. Where two texts have little in common, all words of both. */
function wordChanges(was: string, now: string): WordChanges {
  const [before, after] = [wordsOf(was), wordsOf(now)]
  const parts = diffArrays()(before, after, { maxEditLength: MOST_EDITS })
  if (parts === undefined) return { added: after, removed: before }
  return {
    added: parts.flatMap(({ added, value }) => (added ? value : [])),
    removed: parts.flatMap(({ removed, value }) => (removed ? value : [])),
  }
}

/** Lower-case; what joins letters to a name belongs to the word. */
function wordsOf(text: string): string[] {
  return [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}_]+(?:['’.:/-][\p{L}\p{N}_]+)*/gu),
  ].map(([word]) => word.replaceAll('’', "'"))
}

const MOST_EDITS = 1000
const require = createRequire(import.meta.url)

/** Loaded only where a text changed. */
function diffArrays(): typeof import('diff').diffArrays {
  return require('diff').diffArrays
}

export interface ChangedText {
  /** Undefined for a text that is new, or was not locked. */
  readonly was: string | undefined
  readonly now: string
  /** Names of all other tools that were or are there. */
  readonly otherTools: readonly string[]
}

/** Each completes "it …"; empty where nothing of the kind is new in the text. */
export function modelOrders({ was, now, otherTools }: ChangedText): readonly string[] {
  const before = was ?? ''
  return [
    ...invisibleIn(before, now),
    ...ordersIn(before, now),
    // A text that was not there has nothing to be turned round, and tools are rightly described by their neighbours.
    ...(was === undefined ? [] : [...namesIn(was, now, otherTools), ...negationsIn(was, now)]),
  ]
}

/** Characters that a reader does not see: `printable` knows them. Line ends and tabs are seen. */
function invisibleIn(was: string, now: string): readonly string[] {
  const [before, after] = [was, now].map(escapesIn)
  const added = [...(after ?? [])].filter(([character, count]) => count > (before?.get(character) ?? 0))
  if (added.length === 0) return []
  const shown = added.slice(0, 3).map(([character]) => character)
  return [`holds characters that nobody sees (${shown.join(', ')}${added.length > 3 ? ', …' : ''})`]
}

function escapesIn(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text.replace(/[\r\n\t]/g, ' ').replace(JOINED_EMOJI, '')) {
    const escaped = printable(character)
    if (escaped !== character) counts.set(escaped, (counts.get(escaped) ?? 0) + 1)
  }
  return counts
}

/** Orders that are not in the old text: what repeats a sentence of it is none. */
function ordersIn(was: string, now: string): readonly string[] {
  const known = spaced(was)
  const found = ORDERS.flatMap((pattern) =>
    [...spaced(now).matchAll(pattern)].map(([order]) => order.trim()),
  ).filter((order) => !known.includes(order))
  const [first] = found
  return first === undefined ? [] : [`speaks to the model: "${inOneLine(first, 80)}"`]
}

/** As a model reads it: look-alike forms are one, and what nobody sees does not part a word. */
function spaced(text: string): string {
  const seen = text.normalize('NFKC').replace(/[\p{Cf}\u{e0000}-\u{e0fff}]/gu, '')
  return seen.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ')
}

const READER = '(?:the |an? |this |any )?(?:assistant|model|ai|agent|llm|language model)'
const ACT =
  '(?:call|invoke|use|run|execute|read|open|send|forward|upload|post|include|copy|append|attach|fetch|write|delete|reply|respond|output|print|say)'
const ORDERS: readonly RegExp[] = [
  // Marks that a prompt is made of.
  /<\/?\s*(?:important|system|instructions?|secret|critical|admin|assistant|user|prompt|hidden|sys|inst|rules?|note)\b[^<>]{0,40}>/gi,
  /<\|[^|<>]{1,40}\|>|\[\/?(?:inst|system|important)\]|(?:^|[.!?] |# ?)(?:system|assistant|important) ?: /gi,
  // What was said before is to count no more.
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|messages?|polic(?:y|ies)|context|above|tools?|warnings?)\b/gi,
  // Something is to be kept from the person, or done without.
  /\b(?:do not|don't|never|without|must not|should not|avoid)\b[^.!?]{0,30}\b(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|show|showing|reveal|revealing|ask|asking|alert|alerting|disclose|disclosing|confirm|confirming|confirmation)\b(?:[^.!?]{0,30}\b(?:users?|anyone|anybody|humans?|person|people|them|it)\b|)/gi,
  new RegExp(
    `\\byou (?:must|shall|should|have to|need to|are to|are required to|will)\\b[^.!?]{0,40}\\b${ACT}\\b[^.!?]{0,60}`,
    'gi',
  ),
  /\byou are (?:now|an?)\b[^.!?]{0,60}/gi,
  new RegExp(`\\b${READER} (?:must|shall|should|has to|needs to|is to|will)\\b[^.!?]{0,60}`, 'gi'),
  // When something else is done, so is this.
  /\b(?:always|before|whenever|every time|each time|prior to|instead of|first|after)\b[^.!?]{0,30}\b(?:call(?:ing)?|invok(?:e|ing)|us(?:e|ing)|run(?:ning)?)\b[^.!?]{0,40}\b(?:tools?|functions?|servers?|mcp)\b[^.!?]{0,60}/gi,
  new RegExp(
    `(?:^|[.!?:;,] )(?:please )?(?:always|first|then|also|next)?,? ?${ACT}\\b[^.!?]{0,60}(?:~/|\\.ssh|id_rsa|\\.env\\b|/etc/|mcp\\.json|credentials?|passwords?|api keys?|secrets?|access tokens?|private keys?)[^.!?]{0,40}`,
    'gi',
  ),
  /\b(?:system prompt|(?:entire|full|whole|previous) (?:conversation|chat|context)|(?:conversation|chat|message) history)\b/gi,
]

/** Emoji that are one by what joins them, and flags of regions that are written with tags. */
const JOINED_EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f]?(?:\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f]?(?:\p{Emoji_Modifier})?)+|\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}|[\p{Extended_Pictographic}0-9#*][\ufe0e\ufe0f]/gu

function namesIn(was: string, now: string, otherTools: readonly string[]): readonly string[] {
  const added = [...new Set(otherTools)].filter((name) => standsAsName(name, now) && !standsAsName(name, was))
  if (added.length === 0) return []
  const shown = added.slice(0, 3).map((name) => JSON.stringify(name))
  return [
    `names ${added.length === 1 ? 'another tool' : 'other tools'} (${shown.join(', ')}${added.length > 3 ? ', …' : ''})`,
  ]
}

/** `send_mail` wherever it stands; `search` in quotes, called, or where a tool is spoken of. */
function standsAsName(name: string, text: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  if (!/^\p{L}+$/u.test(name) || /\p{Ll}\p{Lu}/u.test(name))
    return new RegExp(`(?<![\\p{L}\\p{N}_-])${quoted}(?![\\p{L}\\p{N}_-])`, 'u').test(text)
  return new RegExp(
    `["'\`“‘]${quoted}["'\`”’]|(?<![\\p{L}\\p{N}_-])${quoted}(?:\\(| tools?\\b)|\\b(?:tools?|call|calls|calling|invoke|via|named) ${quoted}(?![\\p{L}\\p{N}_-])`,
    'u',
  ).test(text)
}

function negationsIn(was: string, now: string): readonly string[] {
  const { added, removed } = wordChanges(was, now)
  const [more, less] = [added.find(isNegation), removed.find(isNegation)]
  if (more !== undefined && less === undefined) return [`says "${more}" now`]
  if (less !== undefined && more === undefined) return [`does not say ${JSON.stringify(less)} any more`]
  if (more === undefined || less === undefined) return []
  // The same words in other places turn other things round; as many in other words need not.
  const isMoved = added.filter(isNegation).length === 1 && negationCount(was) === negationCount(now)
  return isMoved && wordAfter(more, now) === wordAfter(less, was) ? [] : [`says "${more}" elsewhere now`]
}

function negationCount(text: string): number {
  return wordsOf(text).filter(isNegation).length
}

function wordAfter(word: string, text: string): string | undefined {
  const words = wordsOf(text)
  return words[words.indexOf(word) + 1]
}

function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || word.endsWith("n't")
}

const NEGATIONS: ReadonlySet<string> = new Set([
  ...[
    'not',
    'no',
    'never',
    'none',
    'nothing',
    'nobody',
    'neither',
    'nor',
    'without',
    'cannot',
    'except',
    'unless',
  ],
  ...['dont', 'doesnt', 'wont', 'cant', 'isnt'],
])
