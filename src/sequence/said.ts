/** All that an agent had heard and said before a call: what is in it is no computation of its own. */
import { isJsonArray, isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import { toldValue } from '../call/index.js'
import { keyOf } from './compare-values.js'
import type { Play } from './play.js'
import type { Place, Templated } from './template.js'
import { instantOf, timesIn } from './times.js'
import { type Known, type OwnKind, TELLING_LENGTH, weave } from './weave.js'
import { splitText } from './words.js'

export interface OwnHeard {
  readonly session: string
  /** What it is in other worlds: what they have in common is nobody's own. */
  readonly others: readonly string[]
  readonly kind: OwnKind
  /** Number of the call that said it. */
  readonly call: number
  /** Where it was said. */
  readonly places: readonly Place[]
}

/** Those that are long enough to be told from all else. */
export function longOf(own: readonly OwnHeard[]): readonly OwnHeard[] {
  return own.filter(({ session }) => session.length >= TELLING_LENGTH)
}

export interface Said {
  /** All that was said before, the copy's own left out, and all that the agent called with. */
  readonly text: string
  /** Texts of answers with an own value in them, as they were. */
  readonly answers: readonly string[]
  /** Numbers in each answer before, and in what the agent called with; of which tool. */
  readonly numbers: readonly ToolNumbers[]
  /** Points in time that answers named, own ones or not; milliseconds. */
  readonly instants: readonly number[]
  readonly isInWorld: (word: string) => boolean
}

export interface ToolNumbers {
  readonly tool: string
  readonly numbers: readonly number[]
}

export function whatWasSaid(
  session: Play,
  before: number,
  own: readonly OwnHeard[],
  isInWorld: (word: string) => boolean,
  templates: ReadonlyMap<number, Templated>,
): Said {
  const known = own.map(
    (each): Known<OwnHeard> => ({
      ...{ text: each.session, kind: each.kind, others: each.others, of: each },
    }),
  )
  const texts: string[] = []
  const answers: string[] = []
  const numbers: ToolNumbers[] = []
  const instants = new Set<number>()
  for (const { n, tool, server, arguments: args, end } of session.calls.slice(0, before - 1)) {
    const isShortOwn = shortOwnAt(own, n)
    texts.push(...(templates.get(n)?.literals ?? []))
    numbers.push({ tool: `${server}:${tool} arguments`, numbers: numbersIn(leaves(args ?? {})) })
    if (end.kind !== 'answered') continue
    const said = leaves(toldValue(end.outcome))
    numbers.push({ tool: `${server}:${tool}`, numbers: numbersIn(said) })
    for (const text of textsWithout(toldValue(end.outcome), isShortOwn)) {
      const parts = weave(text, known)
      if (parts.some((part) => typeof part !== 'string')) answers.push(text)
      texts.push(...parts.filter((part): part is string => typeof part === 'string'))
      for (const word of [...timesIn(text).map((time) => time.text), ...(text.match(EPOCH) ?? [])]) {
        const ms = instantOf(word)
        if (ms !== undefined) instants.add(ms)
      }
    }
  }
  return {
    text: texts.join('\0'),
    ...{ answers, numbers, isInWorld },
    instants: [...instants],
  }
}

/** Of the answer to call `n`: where something stands that is short and differs from world to world, which says nothing of itself. */
function shortOwnAt(
  own: readonly OwnHeard[],
  n: number,
): (pointer: string, word: number | undefined) => boolean {
  const places = new Set(
    own
      .filter(({ session }) => session.length < TELLING_LENGTH)
      .flatMap((each) => each.places.filter(({ call }) => call === n).map(keyOf)),
  )
  return (pointer, word) =>
    places.has(keyOf({ pointer })) || (word !== undefined && places.has(keyOf({ pointer, word })))
}

/** Leaves, without the words of which that is true. */
function textsWithout(
  value: JsonValue,
  isLeftOut: (pointer: string, word: number | undefined) => boolean,
  path: readonly (string | number)[] = [],
): readonly string[] {
  const pointer = toPointer(path)
  if (typeof value === 'number') return isLeftOut(pointer, undefined) ? [] : [String(value)]
  if (typeof value === 'string') {
    if (isLeftOut(pointer, undefined)) return []
    const { between, words } = splitText(value)
    return [between.map((gap, i) => gap + (isLeftOut(pointer, i) ? '' : (words[i] ?? ''))).join('')]
  }
  if (isJsonArray(value)) return value.flatMap((item, i) => textsWithout(item, isLeftOut, [...path, i]))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [
    name,
    ...textsWithout(member, isLeftOut, [...path, name]),
  ])
}

const EPOCH = /(?<!\d)\d{10}(?:\d{3})?(?!\d)/g

/** Texts, numbers and names of members, each as text. */
function leaves(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (isJsonArray(value)) return value.flatMap(leaves)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...leaves(member)])
}

function numbersIn(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => (text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)/g) ?? []).map(Number))
}

/** Whether a number stands in a text, and is no part of a longer one. */
export function hasNumber(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + word.length] ?? '')) return true
  return false
}
