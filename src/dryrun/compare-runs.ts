/** What several rehearsals of one plan have in common: which of its calls hang on the seed. */
import {
  addToGroup,
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  toPointer,
} from '../base/index.js'
import type { Report, ReportedCall, SeedRuns } from './report.js'

/** Whether an answer of the tool could have something else at a place (a JSON Pointer), as far as its schema goes. */
export type CanVary = (tool: ReportedCall['tool'], pointer: string) => boolean

/**
 * A place of the plan is stable when each run makes as many calls from it as the others, and every invented answer that they may
 * owe something to was tried out: it took more than one value wherever more than one is possible.
 */
export function compareRuns(reports: readonly Report[], canVary: CanVary): SeedRuns {
  const runs = reports.map(({ calls }) => occurrencesOf(calls))
  const untried = untriedAnswers(runs.flat(), canVary)
  const counts = runs.map((calls) => countBy(calls, ({ place }) => place))
  const doubted = new Set(
    runs.flatMap((calls) => {
      const numbers = new Set(calls.filter(({ key }) => untried.has(key)).map(({ call }) => call.n))
      return calls
        .filter(({ call }) => call.depends_on_invented.some((n) => numbers.has(n)))
        .map(({ place }) => place)
    }),
  )
  const sorted = runs.flat().toSorted(byPosition)
  const places = [...new Set(sorted.map(({ place }) => place))]
  const isSame = (place: string): boolean => counts.every((each) => each.get(place) === counts[0]?.get(place))
  const undetermined = places.filter((place) => isSame(place) && doubted.has(place))
  return {
    seeds: reports.length,
    verdicts: reports.map(({ seed, verdict }) => ({ seed, verdict })),
    stable_calls: places.filter((place) => isSame(place) && !doubted.has(place)),
    branch_dependent_calls: places.filter((place) => !isSame(place)),
    ...(undetermined.length === 0 ? {} : { undetermined_calls: undetermined }),
  }
}

interface Occurrence {
  readonly call: ReportedCall
  readonly place: string
  /** The same in each run: the place, and how many calls came from there before. */
  readonly key: string
}

function occurrencesOf(calls: readonly ReportedCall[]): Occurrence[] {
  const counts = new Map<string, number>()
  return calls.map((call) => {
    const place = placeOf(call)
    const before = counts.get(place) ?? 0
    counts.set(place, before + 1)
    return { call, place, key: `${before} ${place}` }
  })
}

/** Keys of the answers, invented or in doubt, that stand for less than they could. */
function untriedAnswers(occurrences: readonly Occurrence[], canVary: CanVary): ReadonlySet<string> {
  const answers = new Map<string, ReportedCall[]>()
  for (const { call, key } of occurrences)
    if (call.invented || call.doubt !== undefined) addToGroup(answers, key, call)
  return new Set([...answers].filter(([, calls]) => isUntried(calls, canVary)).map(([key]) => key))
}

function isUntried(calls: readonly ReportedCall[], canVary: CanVary): boolean {
  const [first, ...others] = calls
  if (first === undefined) return false
  // Nothing was ever made of what is unknown, nor of what a recording may have come to say.
  if (calls.some(({ source, doubt }) => source === 'unknown' || doubt !== undefined)) return true
  const values = others.map(({ value }) => partsOf(value))
  return [...partsOf(first.value)].some(
    ([pointer, part]) => values.every((each) => each.get(pointer) === part) && canVary(first.tool, pointer),
  )
}

/** What a value is at each place, one text for each: of a list how long it is, of an object which members it has. */
export function partsOf(value: JsonValue): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  collect(value, '')
  return parts

  function collect(part: JsonValue, pointer: string): void {
    if (isJsonArray(part)) {
      parts.set(pointer, `a list of ${part.length}`)
      for (const [i, item] of part.entries()) collect(item, pointer + toPointer([i]))
    } else if (isJsonObject(part)) {
      parts.set(pointer, `an object of ${canonicalJson(Object.keys(part).sort())}`)
      for (const [name, member] of Object.entries(part)) collect(member, pointer + toPointer([name]))
    } else parts.set(pointer, JSON.stringify(part))
  }
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

function byPosition({ call: a }: Occurrence, { call: b }: Occurrence): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

function placeOf({ tool, line, column }: ReportedCall): string {
  return line === undefined ? tool : `${tool} (line ${line}, column ${column})`
}
