/**
 * What hangs on what a server makes anew in each run: the time at which it was asked, and ids that it draws. A copy said them once, and the
 * real server will say others. The answers are played with other ones, the same in all of them, and with the plan's own clock in step.
 */
import { isJsonArray, isJsonObject, isWrittenAlike, type JsonValue, seededRandom } from '../../base/index.js'
import { outcomeValue, type ToolRef, toolRef } from '../../call/index.js'
import { isServersOwn, type LedgerEntry } from '../ledger.js'
import { type Difference, isSameTrace, shapeDifference } from './compare.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import type { Assignment, CallName, VariedWorld } from './played.js'
import { type AskedSpan, shiftedTimes, timesIn } from './times-of-now.js'
import type { Rehearsed } from './variant-stage.js'

export interface DecidedByNew extends Difference {
  readonly anew: { readonly tool: ToolRef; readonly call: number }
}

/** A call whose answer holds something that was not there before. */
interface News {
  readonly name: CallName
  readonly entry: LedgerEntry
  readonly value: JsonValue
  readonly isTimed: boolean
  readonly ids: readonly string[]
}

/** Undefined where no server in a copy made anything anew, and where nothing was seen to hang on it. Rejects as playing does. */
export async function decidedByNew(question: InfluenceQuestion): Promise<DecidedByNew | undefined> {
  const { rehearsed, base: told, play } = playing(question, () => undefined)
  const { heard, news } = newsIn(rehearsed, question)
  if (news.length === 0 || question.budget === 0) return undefined
  const base = await play(new Map())
  if (!isSameTrace(base.trace, told)) return undefined
  const differs = async (varied: readonly News[], round: number): Promise<Difference | undefined> => {
    const { assignment, world } = renewal(heard, varied, round)
    const run = await play(assignment, { world, isAside: true })
    return shapeDifference(base.trace, run.trace)
  }
  for (const round of SHIFTS_MS.keys()) {
    const difference = await differs(news, round)
    if (difference === undefined) continue
    for (const each of news) {
      const alone = await differs([each], round)
      if (alone !== undefined) return { ...alone, anew: placeOf(each) }
    }
    return { ...difference, anew: placeOf(news[0] as News) }
  }
  return undefined
}

/** Undefined where no server in a copy made anything anew; else what it may make in other runs, and when that is. */
export function newAnswers(
  rehearsed: Rehearsed,
  question: InfluenceQuestion,
): (() => readonly Renewal[]) | undefined {
  const { heard, news } = newsIn(rehearsed, question)
  return news.length === 0 ? undefined : () => SHIFTS_MS.map((_, round) => renewal(heard, news, round))
}

interface Renewal {
  readonly assignment: Assignment
  readonly world: VariedWorld
}

interface NewsIn {
  readonly heard: readonly News[]
  /** Those that have any. */
  readonly news: readonly News[]
}

function newsIn({ entries }: Rehearsed, question: InfluenceQuestion): NewsIn {
  const heard = [...entries].flatMap(([name, entry]) => newsOf(name, entry, question))
  return { heard, news: heard.filter(({ isTimed, ids }) => isTimed || ids.length > 0) }
}

function renewal(heard: readonly News[], varied: readonly News[], round: number): Renewal {
  const shiftMs = varied.some(({ isTimed }) => isTimed) ? (SHIFTS_MS[round] ?? 0) : 0
  return {
    assignment: renewed(heard, varied, { round, shiftMs }),
    world: shiftMs === 0 ? {} : { shiftMs },
  }
}

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS

/** Each in another hour, on another day and in another month, and no two alike in their last digits. A coin shows both sides in eight throws. */
export const SHIFTS_MS: readonly number[] = [
  1,
  25 * HOUR_MS + 61_001,
  7 * HOUR_MS + 500,
  20 * WEEK_MS + 82 * HOUR_MS + 7,
  13 * HOUR_MS + 1_803_034,
  70 * WEEK_MS + 120 * HOUR_MS + 40,
  19 * HOUR_MS + 2_700_256,
  33 * WEEK_MS + 60 * HOUR_MS + 903,
]

function placeOf({ entry: { call } }: News): DecidedByNew['anew'] {
  return { tool: toolRef(call), call: call.n }
}

function newsOf(name: CallName, entry: LedgerEntry, { entries, reads }: InfluenceQuestion): News[] {
  const { call, answer, doubt } = entry
  if (!isServersOwn(entry) || answer.outcome.kind !== 'result' || doubt !== undefined) return []
  const value = outcomeValue(answer.outcome)
  const span = spanOf(entry)
  const known = (): string => JSON.stringify(entries.flatMap((each) => knownBefore(each, call.n)))
  // What a read tells was there before, but for the time.
  const ids = reads(entry) ? [] : idsIn(value)
  const before = ids.length === 0 ? '' : known()
  return [
    {
      ...{ name, entry, value },
      isTimed: span !== undefined && timesIn(value, span),
      ids: ids.filter((id) => !before.includes(id)),
    },
  ]
}

function knownBefore({ call, answer: { outcome } }: LedgerEntry, n: number): readonly JsonValue[] {
  if (call.n > n) return []
  const said = call.n < n && outcome.kind === 'result' ? [outcomeValue(outcome)] : []
  return [call.arguments ?? {}, ...said]
}

function spanOf({ answer: { askedAtMs, tookMs = 0 } }: LedgerEntry): AskedSpan | undefined {
  return askedAtMs === undefined ? undefined : { fromMs: askedAtMs, toMs: askedAtMs + tookMs }
}

/** The same id is the same other one wherever it stands. */
function renewed(
  heard: readonly News[],
  varied: readonly News[],
  { round, shiftMs }: { readonly round: number; readonly shiftMs: number },
): Assignment {
  const ids = new Map(varied.flatMap((each) => each.ids.map((id) => [id, otherId(id, round)] as const)))
  const spans = varied.flatMap(({ entry, isTimed }) => (isTimed ? [spanOf(entry) ?? []] : [])).flat()
  return new Map(
    heard.flatMap(({ name, value }) => {
      const other = withTexts(shiftMs === 0 ? value : shiftedTimes(value, spans, shiftMs), (text) =>
        [...ids].reduce((all, [id, another]) => all.replaceAll(id, another), text),
      )
      return isWrittenAlike(other, value) ? [] : [[name, { kind: 'value', value: other }] as const]
    }),
  )
}

function withTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value)
  if (isJsonArray(value)) return value.map((each) => withTexts(each, change))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [change(name), withTexts(each, change)]),
  )
}

/** UUIDs, and other runs of hexadecimal digits that are too long to be words or numbers. */
const ID =
  /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,}\b/gi

function idsIn(value: JsonValue): readonly string[] {
  return [...new Set(JSON.stringify(value).match(ID) ?? [])]
}

function otherId(id: string, round: number): string {
  const random = seededRandom(`${id} ${round}`)
  // A UUID keeps what says of which kind it is.
  const isUuid = id[8] === '-'
  return [...id]
    .map((digit, i) => {
      if (digit === '-' || (isUuid && (i === 14 || i === 19))) return digit
      const other = random.integer(0, 15).toString(16)
      return digit === digit.toLowerCase() ? other : other.toUpperCase()
    })
    .join('')
}
