/**
 * What a changed text does to a model that reads it, beside what it says of a tool. It is a warning by its form: nobody can tell by
 * reading what a model will obey, and so ordinary words are let pass, and a person looks at the rest.
 */
import { escapeForPattern, inOneLine, listText, printable } from '../../base/index.js'
import { CLAIMS } from './bold-claims.js'
import { foreignOrders } from './foreign-orders.js'
import { negationsIn } from './negations.js'
import { HIDING_MARKUP, ORDERS, PUSHED_AWAY } from './order-patterns.js'
import { encodedTexts, inLatin, lettersApart, mixedWords, readingsOf } from './readings.js'
import { strangeSubjects } from './strange-subjects.js'

export interface ChangedText {
  /** Undefined for a text that is new, or was not locked. */
  readonly was: string | undefined
  readonly now: string
  /** Names of all other tools that were or are there. */
  readonly otherTools: readonly string[]
  /** Whatever else the tool speaks of, as text. */
  readonly known?: string
}

/** Each completes "it …"; empty where nothing of the kind is new in the text. */
export function modelOrders({ was, now, otherTools, known = '' }: ChangedText): readonly string[] {
  const before = was ?? ''
  return [
    ...invisibleIn(before, now),
    ...spokenTo(before, now, was === undefined ? undefined : known),
    ...disguisedIn(before, now),
    // A text that was not there has nothing to be turned round, and tools are rightly described by their neighbours.
    ...(was === undefined ? [] : [...namesIn(was, now, otherTools), ...negationsIn(was, now)]),
  ]
}

/** Characters that a reader does not see: `printable` knows them. Line ends and tabs are seen. */
function invisibleIn(was: string, now: string): readonly string[] {
  const [before, after] = [was, now].map(escapesIn)
  const added = [...(after ?? [])].filter(([character, count]) => count > (before?.get(character) ?? 0))
  if (added.length === 0) return []
  const characters = added.map(([character]) => character)
  return [`holds characters that nobody sees (${listText(characters, 3)})`]
}

function escapesIn(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text.replace(/[\r\n\t]/g, ' ').replace(JOINED_EMOJI, '')) {
    const escaped = printable(character)
    if (escaped !== character) counts.set(escaped, (counts.get(escaped) ?? 0) + 1)
  }
  return counts
}

/**
 * One sentence is enough: those of a known form say more. `known` is what else the tool speaks of, of a text that was another one: what
 * is strange to a tool is seen beside what it said before.
 */
function spokenTo(was: string, now: string, known: string | undefined): readonly string[] {
  const orders = ordersIn(was, now)
  if (orders.length > 0 || known === undefined) return orders
  const [order] = foreignOrders(was, now, known)
  if (order !== undefined)
    return [`tells its reader to do what it did not speak of: "${inOneLine(order, 80)}"`]
  const [strange] = strangeSubjects(was, now, known)
  if (strange === undefined) return []
  const { sentence, subjects } = strange
  return [`speaks of ${subjects.join(', ')}, as it did not before: "${inOneLine(sentence, 80)}"`]
}

/** Orders that are not in the old text, however they are written: what repeats a sentence of it is none. */
function ordersIn(was: string, now: string): readonly string[] {
  const known = readingsOf(was).map(({ text }) => text)
  for (const { how, text } of readingsOf(now))
    for (const pattern of ALL_ORDERS)
      for (const [found] of text.matchAll(pattern)) {
        const order = found.trim()
        if (known.some((each) => each.includes(order))) continue
        return [`speaks to the model${how === '' ? '' : ` ${how}`}: "${inOneLine(order, 80)}"`]
      }
  return []
}

const ALL_ORDERS: readonly RegExp[] = [...ORDERS, ...CLAIMS]

/** What no person is meant to read, whatever it says. */
function disguisedIn(was: string, now: string): readonly string[] {
  const encoded = encodedTexts(now).find(({ text }) => !encodedTexts(was).some((each) => each.text === text))
  const mixed = mixedWords(now).find((word) => !was.includes(word))
  const apart = lettersApart(now).find((run) => !was.includes(run))
  const hidden = HIDING_MARKUP.flatMap((pattern) => now.match(pattern) ?? []).find(
    (part) => !was.includes(part),
  )
  const far = (now.match(PUSHED_AWAY) ?? []).length > (was.match(PUSHED_AWAY) ?? []).length
  return [
    ...(encoded === undefined ? [] : [`holds a text ${encoded.how}: "${inOneLine(encoded.text, 80)}"`]),
    ...(mixed === undefined ? [] : [`mixes letters of scripts that look alike ("${inOneLine(mixed, 40)}")`]),
    ...(apart === undefined ? [] : [`sets its letters apart ("${inOneLine(apart, 40)}")`]),
    ...(hidden === undefined
      ? []
      : [`holds what is not read where it is shown as Markdown: "${inOneLine(hidden, 80)}"`]),
    ...(far ? ['has so many blanks that what follows is out of sight'] : []),
  ]
}

/** Emoji that are one by what joins them, and flags of regions that are written with tags. */
const JOINED_EMOJI =
  /\p{Extended_Pictographic}[\ufe0e\ufe0f]?(?:\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f]?(?:\p{Emoji_Modifier})?)+|\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}|[\p{Extended_Pictographic}0-9#*][\ufe0e\ufe0f]/gu

function namesIn(was: string, now: string, otherTools: readonly string[]): readonly string[] {
  const added = [...new Set(otherTools)].filter(
    (name) => (standsAsName(name, now) || standsAsName(name, inLatin(now))) && !standsAsName(name, was),
  )
  if (added.length === 0) return []
  const names = added.map((name) => JSON.stringify(name))
  return [`names ${added.length === 1 ? 'another tool' : 'other tools'} (${listText(names, 3)})`]
}

/** `send_mail` wherever it stands; `search` in quotes, called, or where a tool is spoken of. */
function standsAsName(name: string, text: string): boolean {
  const quoted = escapeForPattern(name)
  if (!/^\p{L}+$/u.test(name) || /\p{Ll}\p{Lu}/u.test(name))
    return new RegExp(`(?<![\\p{L}\\p{N}_-])${quoted}(?![\\p{L}\\p{N}_-])`, 'u').test(text)
  return new RegExp(
    `["'\`“‘]${quoted}["'\`”’]|(?<![\\p{L}\\p{N}_-])${quoted}(?:\\(| tools?\\b)|\\b(?:[Tt]ools?|[Cc]all|[Cc]alls|[Cc]alling|[Ii]nvoke|via|named) ${quoted}(?![\\p{L}\\p{N}_-])|\\b(?:[Uu]se|[Rr]un|[Ee]xecute) ${quoted}(?=[.,;:!?)]|$| (?:to|with|for|first|instead|then|before|after|afterwards|and)\\b)|\\b(?:[Ww]ith|[Uu]sing) ${quoted}(?=[.,;!?)]|$)`,
    'u',
  ).test(text)
}
