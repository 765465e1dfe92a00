/**
 * Numbers that are measured and stand for nothing: how long something took, how much memory a server holds, for how long it runs. They are
 * others each time, now and then the same, and no call is made with them.
 */
import { isJsonArray, isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import { toldValue } from '../call/index.js'
import type { ComparisonRules, DifferingWord } from './compare-values.js'
import type { Play, PlayedCall } from './play.js'
import { lastName } from './template.js'
import { splitText } from './words.js'

interface NumberSeen {
  readonly call: PlayedCall
  readonly pointer: string
  /** Which word of the text there; absent for a number as a whole. */
  readonly word?: number
  readonly text: string
  /** What it is called: the name of the member, or the word before it. */
  readonly name: string
  /** Alike for what one tool says in one place of several answers. */
  readonly place: string
}

/** What `compareValues` has to know of the numbers of a session, those that are said by one tool in one place alone. */
export function measuredIn({ calls }: Play): Required<Pick<ComparisonRules, 'isMeasured' | 'mayBeMeasured'>> {
  const called = calls.map(({ arguments: args = {} }) => JSON.stringify(args))
  const places = new Map<string, Set<string>>()
  for (const { call, text, place } of calls.flatMap(numbersOf)) {
    const known = places.get(text)
    if (known === undefined) places.set(text, new Set([place]))
    // What was called with it is told of anywhere.
    else if (!known.has(place) && !called.slice(0, call.n).some((args) => args.includes(text)))
      known.add(place)
  }
  const mayBeMeasured = (number: string): boolean => places.get(number)?.size === 1
  return {
    mayBeMeasured,
    isMeasured: (number) => mayBeMeasured(number) && !called.some((args) => args.includes(number)),
  }
}

/**
 * Where a number stands that is the same in each play, and that the same tool says otherwise in other calls; or that is what another one of
 * the answer is, which differs, in a larger unit or without its decimals. By the number of the call. Items of lists are told from each other by nothing, and are
 * left out.
 */
export function measuredElsewhere(
  { calls }: Play,
  words: ReadonlyMap<number, readonly DifferingWord[]>,
): ReadonlyMap<number, readonly DifferingWord[]> {
  const differing = new Map([...words].map(([n, each]) => [n, new Set(each.map(keyOf))]))
  const named = new Set(calls.flatMap(({ arguments: args = {} }) => namedNumbers(args, '')))
  const seen = calls.flatMap(numbersOf).filter(({ pointer }) => !/\/\d+(?:\/|$)/.test(pointer))
  const differs = (each: NumberSeen): boolean => differing.get(each.call.n)?.has(keyOf(each)) === true
  const measured = new Set(seen.filter(differs).map(({ place }) => place))
  const isRounded = (each: NumberSeen): boolean =>
    seen.some((other) => other.call === each.call && differs(other) && isInLargerUnit(each.text, other.text))
  const found = new Map<number, DifferingWord[]>()
  for (const each of seen) {
    const { call, pointer, word, text, name, place } = each
    if (differs(each) || named.has(`${name} ${text}`)) continue
    if (!measured.has(place) && !isRounded(each)) continue
    const list = found.get(call.n) ?? []
    found.set(call.n, list)
    list.push({
      ...{ pointer, session: text, other: text, kind: 'number', isNew: false, isHidden: false },
      ...(word === undefined ? {} : { word }),
    })
  }
  return found
}

/** `44.8` of 44781568 bytes, `3` of 3123 milliseconds, `1` of 0.935. */
function isInLargerUnit(text: string, exact: string): boolean {
  const decimals = text.split('.')[1]?.length ?? 0
  return (
    exact.length > text.length &&
    [...UNITS, ...(exact.includes('.') ? [1] : [])].some((unit) => {
      const value = Number(exact) / unit
      return (
        (unit === 1 || value >= 1) && (value.toFixed(decimals) === text || String(Math.floor(value)) === text)
      )
    })
  )
}

const UNITS = [1e3, 1e6, 1e9, 1024, 1024 ** 2, 1024 ** 3] as const

/** Numbers of the call that differ, and are what another one that differs is in a larger unit: as alike as that is near. */
export function roundedIn(call: PlayedCall, words: readonly DifferingWord[]): ReadonlySet<string> {
  const differing = new Set(words.map(keyOf))
  const seen = numbersOf(call).filter((each) => differing.has(keyOf(each)))
  return new Set(
    seen
      .filter((each) => seen.some((other) => other !== each && isInLargerUnit(each.text, other.text)))
      .map(keyOf),
  )
}

function keyOf({ pointer, word }: Pick<NumberSeen, 'pointer' | 'word'>): string {
  return `${word ?? ''} ${pointer}`
}

function numbersOf(call: PlayedCall): readonly NumberSeen[] {
  if (call.end.kind !== 'answered') return []
  const found: NumberSeen[] = []
  look(toldValue(call.end.outcome), [])
  return found

  function look(value: JsonValue, path: readonly (string | number)[]): void {
    const pointer = toPointer(path)
    const place = [call.server, call.tool, pointer.replace(/\/\d+(?=\/|$)/g, '/*')].join(' ')
    if (typeof value === 'number')
      found.push({ call, pointer, text: String(value), name: lastName(pointer), place })
    else if (typeof value === 'string') {
      const { between, words } = splitText(value)
      for (const [word, text] of words.entries()) {
        if (!/^\d+(?:\.\d+)?$/.test(text)) continue
        const name = words[word - 1]?.replace(/\d+/g, '0') ?? ''
        const [before, after, next] = [
          between[word],
          between[word + 1],
          words[word + 1]?.replace(/\d+/g, '0'),
        ]
        found.push({
          call,
          pointer,
          word,
          text,
          name,
          place: JSON.stringify([place, name, before, after, next]),
        })
      }
    } else if (isJsonArray(value)) for (const [i, item] of value.entries()) look(item, [...path, i])
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value)) look(member, [...path, name])
  }
}

function namedNumbers(value: JsonValue, name: string): readonly string[] {
  if (typeof value === 'number' || typeof value === 'string') return [`${name} ${value}`]
  if (isJsonArray(value)) return value.flatMap((item) => namedNumbers(item, name))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => namedNumbers(member, key))
}
