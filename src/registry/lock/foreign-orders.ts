/**
 * Sentences that tell their reader to do something, mostly in words that the tool never spoke of before. A description that grows
 * speaks of the same things; what wants something else of the model comes with words of its own.
 */

import { contentWords, sentencesOf, setApart } from './sentences.js'

/** Sentences of `now` that are not in `was`; `known` is whatever else the tool speaks of. */
export function foreignOrders(was: string, now: string, known: string): readonly string[] {
  const vocabulary = new Set(contentWords(`${was} ${known}`))
  return sentencesOf(setApart(was, now)).filter(
    (sentence) => !was.includes(sentence) && isOrder(sentence) && isForeign(sentence, vocabulary),
  )
}

/** Begins with a verb in its bare form, after what may stand before one. */
function isOrder(sentence: string): boolean {
  const rest = [CONDITION, LEAD, CONDITION, LEAD].reduce((text, lead) => text.replace(lead, ''), sentence)
  const [, first = '', second = ''] = /^([A-Za-z-]+)(?: ([A-Za-z]+))?/.exec(rest.toLowerCase()) ?? []
  if (OF_USE.has(first) || NAMES[first]?.has(second) === true) return false
  return VERBS.has(first) || (DETERMINERS.has(second) && isBare(first))
}

/** What stands before an article, and is neither a form of another kind nor a word that joins others. */
function isBare(word: string): boolean {
  return !/(?<!s)s$|ed$|ing$|ly$/.test(word) && !JOINING.has(word)
}

/** The verb itself says nothing: what it is about does. */
function isForeign(sentence: string, vocabulary: ReadonlySet<string>): boolean {
  const words = contentWords(sentence).slice(1)
  const unknown = words.filter((word) => !vocabulary.has(word)).length
  return unknown >= LEAST_UNKNOWN && unknown / words.length >= UNKNOWN_SHARE
}

/** Of 1,017 sentences in the descriptions of 17 servers, each held against the rest of its tool, these tell 13. */
const LEAST_UNKNOWN = 2
const UNKNOWN_SHARE = 0.6

const LEAD =
  /^(?:(?:please|then|also|first|next|finally|always|never|do not|don't|afterwards|and|but|so|quietly|silently|important|note|remember to|make sure to|be sure to|you must|you should|you need to|must|should)[,:]?\s+)+/i
const CONDITION =
  /^(?:when(?:ever)?|if|once|after|before|every time|each time|unless|as soon as|for|to|in order to|as)\b[^,]*,\s*/i

/** What an order begins with. */
const VERBS: ReadonlySet<string> = new Set(
  `act add allow answer append apply approve ask attach avoid begin block bypass cancel change claim clear collect comply confirm
  contact convince copy correct cover deactivate decline delete deny disable disclose discard do double downplay drop dump email
  enable encode encrypt end erase export extract fail fake fetch file follow force forget format forward gather get grant hand
  handle hide ignore import include inform insert install invoke issue lie link load lock log lower mail make mark merge mirror
  mention move obey open order overwrite overrule paste pay post praise prefer prepend present pretend prevent print proceed
  promote prompt publish purchase push quote raise rate recommend redirect refer refuse register reject release remember remove
  replace reply report request require rerun reset respond restart retry reveal revoke rewrite run save say schedule scan send
  serve share show shut sign skip speak start stop store submit subscribe suggest summarise summarize support switch sync tell
  transfer transmit treat trust turn unlock update upgrade upload vote wait warn wire write`.split(/\s+/),
)

/** How a tool is used is what descriptions are full of. */
const OF_USE: ReadonlySet<string> = new Set(
  'use see give provide set supply keep ensure specify pass select enter choose omit leave return read list put note'.split(
    ' ',
  ),
)

/** `File name to save to`, `Rate limits apply`: there it is no verb. */
const NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set('name names path paths chooser size type format contents extension'.split(' ')),
  link: new Set('text texts header headers type types'.split(' ')),
  log: new Set('level levels line lines file files entry entries group groups'.split(' ')),
  mail: new Set('address addresses server servers folder folders'.split(' ')),
  order: new Set('by of id ids number numbers'.split(' ')),
  rate: new Set('limit limits limiting'.split(' ')),
  release: new Set('notes date dates name names tag tags'.split(' ')),
  request: new Set('body bodies header headers id ids limit limits parameters timeout'.split(' ')),
  support: new Set('for of is'.split(' ')),
  update: new Set('mode modes interval'.split(' ')),
}

const DETERMINERS: ReadonlySet<string> = new Set(
  'the a an all any every each this that these those your their its his her our my it them'.split(' '),
)

const JOINING: ReadonlySet<string> = new Set(
  `if when for to in on at with by from of as and or but both all only about above after before below like unlike per via within without
  under over until while than that not is are was were has have had can may might must should will would does do be been where which who
  what how why such same also then else so because since between during through against around across behind among near off onto into
  upon whether once even just unless though although here there it they you we i this these those either neither nor except plus`.split(
    /\s+/,
  ),
)
