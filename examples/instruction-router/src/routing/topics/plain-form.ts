/** Words as cues compare them: endings, persons and tenses say nothing about what a sentence is about. */
import { stemOf, wordsOf } from '../words.js'

/** The words of a text in plain form, in order. */
export function plainFormsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const form = plainFormOf(word)
    return form === undefined ? [] : [form]
  })
}

export function plainTextOf(text: string): string[] {
  return plainFormsOf(wordsOf(text))
}

/** Undefined for a word that may stand anywhere in a turn of phrase and changes nothing. */
function plainFormOf(word: string): string | undefined {
  if (FILLERS.has(word)) return undefined
  const small = SMALL.get(word)
  if (small !== undefined) return small
  if (/^\d+$/.test(word)) return numberForm(word)
  return stemOf(TENSES.get(word) ?? word) ?? word
}

function numberForm(digits: string): string {
  if (/^5\d\d$/.test(digits)) return SERVER_ERROR
  return ANSWER_CODES.has(digits) ? digits : NUMBER
}

const NUMBER = 'num'
/** Any of the status codes by which a server says that it failed. */
const SERVER_ERROR = 'fivexx'
const ANSWER_CODES = new Set('200 201 204 400 401 403 404 409 422 429'.split(' '))

const FILLERS = new Set(
  'a an the my our your his its their just really actually please even still already'.split(' '),
)

const SMALL = byForm({
  be: 'am is are was were been being be',
  have: 'has have had having',
  do: 'does do did doing',
  get: 'gets get got getting gotten',
  i: 'i we',
  me: 'me us',
  they: 'he she they',
  them: 'him her them',
  nobody: 'nobody noone',
  somebody: 'somebody someone anybody anyone',
  everybody: 'everybody everyone',
  [NUMBER]: 'two three four five six seven eight nine ten eleven twelve num',
})

/** Forms of verbs that turns of phrase live of; for looking up what a text is about they are too common. */
const TENSES = byForm({
  add: 'adding added',
  go: 'gone goes',
  take: 'took taken',
  give: 'gave given',
  say: 'said',
  tell: 'told',
  leave: 'left',
  wake: 'woke woken waking',
  know: 'knew known',
  see: 'saw seen',
  come: 'came',
  bring: 'brought',
  buy: 'bought',
  pay: 'paid',
  freeze: 'froze frozen',
  hang: 'hung',
  steal: 'stole stolen',
  forget: 'forgot forgotten',
  spend: 'spent',
  feel: 'felt',
  meet: 'met',
  lead: 'led',
  sell: 'sold',
  catch: 'caught',
  draw: 'drew drawn drawing',
  understand: 'understood',
  think: 'thought',
  hold: 'held',
  win: 'won',
  stick: 'stuck',
  show: 'shown',
  ring: 'rang',
  overwrite: 'overwrote overwritten',
})

function byForm(forms: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(forms).flatMap(([form, words]) => words.split(' ').map((word) => [word, form] as const)),
  )
}
