/** Parts of values that a copy made anew, cut out by an agent: where another world can be cut alike `weave` follows them, and here is the rest. */
import { trimEndOf } from '../base/index.js'
import type { OwnHeard, Said } from './said.js'

/**
 * Letters in a row that nobody else said: five that no word has, or six; or fewer that stand by themselves. The end of a sentence; undefined
 * where there are none.
 */
export function partOf(literal: string, own: readonly OwnHeard[], said: Said): string | undefined {
  const words = literal.match(/(?<![A-Za-z0-9])(?:[A-Za-z0-9]{3,4}|[A-Za-z]{5})(?![A-Za-z0-9])/g) ?? []
  const elisions = [...literal.matchAll(ELIDED)]
  for (const heard of own) {
    const { session, call } = heard
    if (session.length < PART + 1) continue
    const run =
      runIn(literal, heard, said) ??
      words.find((word) => isShortPart(word, heard, said)) ??
      ownWordIn(literal, heard, said)
    if (run !== undefined) return `holds ${run}, a part of ${session} of call ${call}`
    const whole = [session, ...blocksWith(session, said)]
    const elided = elisions.find(([, start = '', end = '']) =>
      whole.some((each) => each.startsWith(start) && each.endsWith(end)),
    )
    if (elided !== undefined) return `holds ${elided[0]}, two parts of ${session} of call ${call}`
  }
  return undefined
}

const PART = 5

/** `01M8…KZ4Q`: an id without its middle. */
const ELIDED = /(?<![\w+/:-])([\w+/:-]{2,})(?:…|\.{2,3}|\*{2,})([\w+/=:-]{2,})/g

/** What stands between white space in answers and has the value in it: with what is written onto it, as `W/"3f…"` and `<3f…@host>`. */
export function blocksWith(session: string, { answers }: Pick<Said, 'answers'>): readonly string[] {
  return answers
    .slice(-MOST_ANSWERS)
    .flatMap((text) => (text.includes(session) ? text.split(/\s+/) : []))
    .filter((block) => block.length > session.length && block.includes(session))
    .flatMap((block) => [
      block,
      block.replace(/[,.;:]$/, ''),
      trimEndOf(block.replace(/^[^\w+/]+/, ''), /[^\w+/=]/),
    ])
}

const MOST_ANSWERS = 200

/** As it stands in the value. What may be of a word is longer, so that none is one by chance. */
function runIn(literal: string, { session, others, kind }: OwnHeard, said: Said): string | undefined {
  for (let at = 0; at + PART <= session.length; at++) {
    const five = session.slice(at, at + PART)
    if (!literal.includes(five)) continue
    const run = isNoWord(five) ? five : session.slice(at, at + PART + 1)
    // A day is known to anybody, and so is a time of the day.
    const isPlain = kind === 'time' ? /^[\d-]*$|:/.test(run) : !/[A-Za-z0-9]/.test(run)
    if (isPlain || /\s/.test(run) || !literal.includes(run) || (run === five && !isNoWord(five))) continue
    if (isOwn(run, others, said)) return run
  }
  return undefined
}

function isNoWord(letters: string): boolean {
  return /\d/.test(letters) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(letters)
}

/** Digits alone stand in any number, and letters in any word: they have to be, or to begin or end, what stands between the separators of the value. */
function isShortPart(word: string, { session, others, kind }: OwnHeard, said: Said): boolean {
  const isOneKind = /^(?:\d+|[A-Za-z]{4,})$/.test(word)
  const isMixed = word.length === 4 && !/^\d+$/.test(word) && isNoWord(word)
  const ends =
    word.length === 3
      ? `(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`
      : `(?<![A-Za-z0-9])${word}|${word}(?![A-Za-z0-9])`
  const isPart =
    (isOneKind && kind === 'id' && new RegExp(ends, 'i').test(session)) ||
    (isMixed && session.toLowerCase().includes(word.toLowerCase()))
  return isPart && isOwn(word, others, said) && !said.isInWorld(word)
}

/** Nothing that was said has it, and not each other world: of two, one may have it by chance. */
function isOwn(run: string, others: readonly string[], said: Pick<Said, 'text'>): boolean {
  return others.some((other) => !other.includes(run)) && !said.text.includes(run)
}

/** Of an id that is made of words, `brave-otter-802`: one that stands by itself, in whatever case, that not every other world has and nobody else said. */
function ownWordIn(literal: string, { session, others, kind }: OwnHeard, said: Said): string | undefined {
  if (kind !== 'id') return undefined
  const [small, text] = [literal.toLowerCase(), said.text.toLowerCase()]
  const smallOthers = others.map((other) => other.toLowerCase())
  return session
    .toLowerCase()
    .split(/[^a-z]+/)
    .find(
      (word) =>
        word.length >= SHORTEST_WORD &&
        word.length < session.length &&
        new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`).test(small) &&
        isOwn(word, smallOthers, { text }) &&
        !said.isInWorld(word),
    )
}

const SHORTEST_WORD = 4
