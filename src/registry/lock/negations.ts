/**
 * Negations that come, go or move in a text. What turns round something that a text said is told; a sentence that is added and tells
 * where a tool ends ("Symbolic links are not followed.") turns nothing round, and descriptions grow by such sentences.
 */
import { createRequire } from 'node:module'
import { contentWords, sentencesOf, setApart } from './sentences.js'

/** Each completes "it …". */
export function negationsIn(was: string, now: string): readonly string[] {
  const [before, after] = [sentencesOf(was), sentencesOf(setApart(was, now))]
  const gone = before.filter((each) => !after.includes(each))
  const come = after.filter((each) => !before.includes(each))
  const added = new Set(come.filter((each) => isAddition(each, gone)))
  const known = new Set(saidWords(was))
  const turned = [...added].flatMap((each) => negationThatTurns(each, known)).slice(0, 1)
  const replaced = come.filter((each) => !added.has(each))
  return [
    ...changedNegations(gone.join(' '), replaced.join(' ')),
    ...turned.map((word) => `says "${word}" now`),
  ]
}

/** Whether it stands in the place of none that is gone. */
function isAddition(sentence: string, gone: readonly string[]): boolean {
  const words = saidWords(sentence)
  return !gone.some((each) => {
    const others = saidWords(each)
    const shared = words.filter((word) => others.includes(word)).length
    return shared > 0 && shared >= Math.min(words.length, others.length) * LEAST_SHARED
  })
}

const LEAST_SHARED = 0.3

/** Of a sentence that forbids its reader something, or says of what the text spoke of that it is not so. */
function negationThatTurns(sentence: string, known: ReadonlySet<string>): readonly string[] {
  const [word] = wordsOf(asNegation(sentence)).filter(isNegation)
  if (word === undefined) return []
  const said = saidWords(sentence)
  const unknown = said.filter((each) => !known.has(each)).length
  return FORBIDS.test(sentence) || unknown < said.length * LEAST_NEW ? [word] : []
}

/** Of forty sentences that real descriptions grew by, each with a negation, these tell four. */
const LEAST_NEW = 0.4
const FORBIDS = /^(?:(?:please|and|but|so|then|also|important|note)[,:]?\s+)*(?:do not|don't|never|avoid)\b/i

/** Without what is said of anything. */
function saidWords(sentence: string): readonly string[] {
  const words = contentWords(asNegation(sentence)).map((word) => word.replace(/(?<=..)e$/, ''))
  return words.filter((word) => !OF_ANYTHING.has(word) && !isNegation(word))
}

const OF_ANYTHING: ReadonlySet<string> = new Set(
  'anyth someth everyth noth anyon nobody do did don doesn didn won isn aren can may hav ha just even'.split(
    ' ',
  ),
)

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

function changedNegations(was: string, now: string): readonly string[] {
  const { added, removed } = wordChanges(asNegation(was), asNegation(now))
  const [more, less] = [added.find(isNegation), removed.find(isNegation)]
  if (more !== undefined && less === undefined) return [`says "${more}" now`]
  if (less !== undefined && more === undefined) return [`does not say ${JSON.stringify(less)} any more`]
  if (more === undefined || less === undefined) return []
  // The same words in other places turn other things round; as many in other words need not.
  const isMoved = added.filter(isNegation).length === 1 && negationCount(was) === negationCount(now)
  return isMoved && wordAfter(more, now) === wordAfter(less, was) ? [] : [`says "${more}" elsewhere now`]
}

/** What `fails to` do something does not do it. */
function asNegation(text: string): string {
  return text.replace(/\b(?:fail|refuse|decline|cease)(?:s|d|ed)? to\b/gi, 'fails-to')
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
    'rarely',
    'hardly',
    'seldom',
    'barely',
    'fails-to',
  ],
  ...['dont', 'doesnt', 'wont', 'cant', 'isnt'],
])
