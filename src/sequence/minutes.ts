/** Times of now that are written without their seconds: all worlds of one minute say them alike, and a world of later says another one. */
import { isJsonArray, isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import { toldValue } from '../call/index.js'
import type { DifferingWord } from './compare-values.js'
import type { Play } from './play.js'
import { instantOf, isWithoutSeconds } from './times.js'
import { splitText } from './words.js'

/** Milliseconds since the epoch, from the session's first call to its last fresh play. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** By the number of the call. What the agent called with before it was said is no time of its world. */
export function minutesOf(
  { calls }: Play,
  { fromMs, toMs }: TimeSpan,
): ReadonlyMap<number, readonly DifferingWord[]> {
  const called = calls.map(({ arguments: args = {} }) => JSON.stringify(args))
  const isOfNow = (text: string): boolean => {
    const ms = isWithoutSeconds(text) ? instantOf(text) : undefined
    return ms !== undefined && ms > fromMs - MINUTE_MS && ms <= toMs
  }
  return new Map(
    calls.flatMap(({ n, end }): (readonly [number, readonly DifferingWord[]])[] => {
      if (end.kind !== 'answered') return []
      const words = wordsIn(toldValue(end.outcome), []).filter(
        ({ session }) => isOfNow(session) && !called.slice(0, n).some((args) => args.includes(session)),
      )
      return words.length === 0 ? [] : [[n, words]]
    }),
  )
}

const MINUTE_MS = 60_000

function wordsIn(value: JsonValue, path: readonly (string | number)[]): readonly DifferingWord[] {
  if (typeof value === 'string')
    return splitText(value).words.map((session, word) => ({
      ...{ pointer: toPointer(path), word, session, other: session },
      ...({ kind: 'time', isNew: false, isHidden: false } as const),
    }))
  if (isJsonArray(value)) return value.flatMap((item, i) => wordsIn(item, [...path, i]))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => wordsIn(member, [...path, name]))
}
