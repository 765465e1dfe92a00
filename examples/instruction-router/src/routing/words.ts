/** From text to the stems by which texts are compared. */
import { stemmer } from 'stemmer'

/** Every word, in order: lower case, without accents; `snake_case`, `kebab-case` and `camelCase` are several, and so is "I'm". */
export function wordsOf(text: string): string[] {
  const plain = isPlain(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
  const words =
    plain
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(WORD) ?? []
  return words.flatMap(writtenOut)
}

/** Letters with what is left out between them, or digits; `a11y` is one word. */
const WORD = /[a-z]\d\d?[a-z](?![\p{L}\d])|\p{L}+(?:['’]\p{L}+)*|\p{N}+/gu

function isPlain(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}

function writtenOut(word: string): readonly string[] {
  const whole = CONTRACTIONS.get(word)
  if (whole !== undefined) return whole
  const at = word.search(/['’]/)
  if (at < 0) return [word]
  const [start, end] = [word.slice(0, at), word.slice(at + 1)]
  if (end === 't' && start.endsWith('n')) return [start === 'can' ? 'can' : start.slice(0, -1), 'not']
  if (end === 's' && IS.has(start)) return [start, 'is']
  const meant = ENDINGS.get(end)
  return meant === undefined ? [start, end] : [start, ...meant]
}

const ENDINGS = new Map([
  ['m', ['am']],
  ['re', ['are']],
  ['ve', ['have']],
  ['ll', ['will']],
  ['d', ['would']],
  ['s', []],
])

/** After these `'s` is a verb; after others it tells whose something is. */
const IS = new Set(
  [
    'it',
    'that',
    'what',
    'there',
    'here',
    'where',
    'who',
    'how',
    'he',
    'she',
    'everything',
    'nothing',
    'something',
  ].concat(['everyone', 'everybody', 'nobody', 'somebody', 'someone']),
)

const CONTRACTIONS = new Map([
  ['im', ['i', 'am']],
  ['ive', ['i', 'have']],
  ['dont', ['do', 'not']],
  ['doesnt', ['does', 'not']],
  ['didnt', ['did', 'not']],
  ['cant', ['can', 'not']],
  ['wont', ['will', 'not']],
  ['isnt', ['is', 'not']],
  ['arent', ['are', 'not']],
  ['wasnt', ['was', 'not']],
  ['werent', ['were', 'not']],
  ['couldnt', ['could', 'not']],
  ['shouldnt', ['should', 'not']],
  ['wouldnt', ['would', 'not']],
  ['havent', ['have', 'not']],
  ['hasnt', ['has', 'not']],
  ['cannot', ['can', 'not']],
  ['its', ['it', 'is']],
  ['thats', ['that', 'is']],
  ['whats', ['what', 'is']],
  ['theres', ['there', 'is']],
  ['wheres', ['where', 'is']],
  ['hows', ['how', 'is']],
  ['lets', ['let', 'us']],
  ['youre', ['you', 'are']],
  ['theyre', ['they', 'are']],
  ["let's", ['let', 'us']],
  ["won't", ['will', 'not']],
])

/** The stems of all words that carry meaning, in order, with repetitions. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => stemOf(word) ?? [])
}

/** Undefined for a word that stands in every kind of text, and for a single letter. */
export function stemOf(word: string): string | undefined {
  const known = stems.get(word)
  if (known !== undefined) return known === '' ? undefined : known
  const stem = word.length > MAX_WORD || word.length < 2 || STOP_WORDS.has(word) ? '' : normalStem(word)
  if (stems.size >= MAX_REMEMBERED) stems.clear()
  stems.set(word, stem)
  return stem === '' ? undefined : stem
}

/** Words come again and again, and stemming one costs more than all else that is done with it. */
const stems = new Map<string, string>()
const MAX_REMEMBERED = 100_000
const MAX_WORD = 40

function normalStem(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(IRREGULAR.get(word) ?? spelledAlike(word)) : word
}

/** British and American spelling are one. */
function spelledAlike(word: string): string {
  if (word.length < 6) return word
  return word
    .replace(/is(e[ds]?|ing|ations?|ers?)$/, 'iz$1')
    .replace(/our(s|ed|ing|al|able)?$/, 'or$1')
    .replace(/cence(s|d)?$/, 'cense$1')
    .replace(/^artefact/, 'artifact')
    .replace(/ogue(s?)$/, 'og$1')
    .replace(/([ae])lling$/, '$1ling')
    .replace(/dgement/, 'dgment')
}

/** Forms that no rule of endings brings together. */
const IRREGULAR = new Map(
  Object.entries({
    wrote: 'write',
    written: 'write',
    broke: 'break',
    broken: 'break',
    built: 'build',
    went: 'go',
    ran: 'run',
    running: 'run',
    began: 'begin',
    begun: 'begin',
    chose: 'choose',
    chosen: 'choose',
    choice: 'choose',
    thrown: 'throw',
    threw: 'throw',
    sent: 'send',
    kept: 'keep',
    lost: 'lose',
    found: 'find',
    fell: 'fall',
    fallen: 'fall',
    grew: 'grow',
    grown: 'grow',
    slower: 'slow',
    faster: 'fast',
    taught: 'teach',
    learnt: 'learn',
    learned: 'learn',
    learning: 'learn',
    criteria: 'criterion',
    indices: 'index',
    analyses: 'analysis',
    analyze: 'analysis',
    analyse: 'analysis',
    analysing: 'analysis',
    analyzing: 'analysis',
    decision: 'decide',
    decisions: 'decide',
    failure: 'fail',
    failures: 'fail',
    security: 'secure',
    secured: 'secure',
    accessible: 'accessibility',
    migrations: 'migrate',
    documentation: 'document',
    deployment: 'deploy',
    estimation: 'estimate',
    reviewer: 'review',
    tester: 'test',
    hired: 'hire',
    dying: 'die',
    slept: 'sleep',
  }),
)

const STOP_WORDS = new Set(
  `a about actually again all also am an and any anyone anything are arent as at basically be because been before being
   but by can cannot cant could couldnt did didnt do does doesnt doing dont each else ever every for from get gets getting
   give gonna got had has hasnt have havent having he hello help here hers hey hi him his how however i id if ill im in
   into is isnt it its itself ive just kind know let lets like literally ll lot make makes making maybe me might mine
   more most much must my myself need needs no nor not now of off oh ok okay on one only or other our ours ourselves out
   over own please pls quite rather re really same shall she should so some somehow someone something still such sure
   t than thank thanks that thats the their theirs them then there theres these they theyre thing things this those
   though to too u under until up us use used using very wanna want wants was wasnt way we well were weve what whats
   when where which while who whom whose why will with without wont would wouldnt yeah yes yet you your yours yourself
   ve d s m`.split(/\s+/),
)
