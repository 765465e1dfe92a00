/** What the text of a plan tells of the answers that it waits for. What only looks like it does no harm: answers are made up of it. */
import { escapeForPattern } from '../../base/index.js'
import type { CallSite } from '../../call/index.js'
import type { Program } from '../../program/index.js'
import { isDiscardedAt } from '../discarded-calls.js'
import type { WrittenRead } from '../missing-members.js'

export type Path = WrittenRead['path']

export interface PlanText {
  /** What it reads of the answers to its calls. */
  readonly reads: readonly WrittenRead[]
  /** Words and numbers that stand in it, those that it compares with first. */
  words(): PlanWords
  /** Members that it reads of whatever it has: where nobody can tell of which call. */
  chains(): readonly Path[]
  /** Whether it goes through what it reads by that name. */
  isList(name: string): boolean
  /** Whether it is plain that nothing is done with what a call answers. */
  isDiscarded(site: CallSite | undefined): boolean
}

export interface PlanWords {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

export const NO_WORDS: PlanWords = { texts: [], numbers: [] }

/** Of a plan without loops. */
export const NO_TEXT: PlanText = {
  ...{ reads: [], words: () => NO_WORDS, chains: () => [] },
  ...{ isList: () => false, isDiscarded: () => false },
}

export function planTextOf(program: Program): PlanText {
  let words: PlanWords | undefined
  let chains: readonly Path[] | undefined
  return {
    reads: program.reads,
    words: () => (words ??= wordsOf(program.source)),
    chains: () => (chains ??= chainsOf(program.code)),
    isList: (name) => isListIn(program.code, name),
    isDiscarded: (site) => isDiscardedAt(program, site),
  }
}

function wordsOf(source: string): PlanWords {
  const compared = [...source.matchAll(COMPARED)].flatMap(({ groups = {} }) => Object.values(groups))
  const all = [...compared, ...[...source.matchAll(TEXT)].map(([text]) => text)]
  const written = all.filter((each) => each !== undefined)
  const texts = written.filter((each) => QUOTE.test(each)).map((each) => each.slice(1, -1))
  const numbers = written.filter((each) => !QUOTE.test(each)).map(Number)
  return {
    texts: [...new Set(texts)].slice(0, MOST_WORDS),
    numbers: [...new Set(numbers)].slice(0, MOST_WORDS),
  }
}

const MOST_WORDS = 12
const QUOTE = /^["'`]/
const TEXT = /(["'`])[^"'`\n\\${}]{1,40}\1/g
const LITERAL = `["'][^"'\\n\\\\]{0,40}["']|\\d+(?:\\.\\d+)?`
const COMPARED = new RegExp(
  `(?:[!=]==?|[<>]=?|\\bcase)\\s*(?<right>${LITERAL})|(?<left>${LITERAL})\\s*(?:[!=]==?|[<>]=?)`,
  'g',
)

function chainsOf(code: string): readonly Path[] {
  return [...code.matchAll(CHAIN)].flatMap(({ groups = {} }): Path[] => {
    const { base = '', names = '', called } = groups
    if (NO_ANSWERS.has(base)) return []
    const path = names
      .split(/\??\./)
      .slice(1)
      .map((name) => name.trim())
    const isMethod = called !== undefined && !isMethodOf(path.at(-1))
    return [isMethod ? path.slice(0, -1) : path]
  })
}

const CHAIN =
  /(?<base>(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*|\))(?<names>(?:\s*\??\.\s*[A-Za-z_$][\w$]*)+)(?<called>\s*\()?/g
const NO_ANSWERS: ReadonlySet<string> = new Set(
  'mcp params console Math JSON Object Array Promise Number String Date Set Map Symbol RegExp Intl'.split(
    ' ',
  ),
)

function isMethodOf(name: string | undefined): boolean {
  return name !== undefined && (name in Array.prototype || name in String.prototype)
}

function isListIn(code: string, name: string): boolean {
  const escaped = escapeForPattern(name)
  return new RegExp(
    `(?:\\bof\\s+|\\.\\.\\.)[\\w$.?]*(?<![\\w$])${escaped}(?![\\w$])|(?<![\\w$])${escaped}\\??\\.(?:${ARRAY})\\b`,
  ).test(code)
}

const ARRAY = Object.getOwnPropertyNames(Array.prototype).join('|')
