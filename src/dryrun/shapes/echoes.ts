/** Members of answers that repeat an argument: `get_issue {id: 7}` answers `{id: 7, …}`. */
import { addToGroup, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { RecordedAnswer } from './recorded-answers.js'

/** A place of answers that was equal to an argument each time. */
export interface Echo {
  readonly argument: string
  /** Names of members; `*` stands for every item of a list. */
  readonly path: readonly string[]
}

/**
 * By arguments that were texts or numbers. Equal by accident is what was seen once, or of one value alone: then the names must be the
 * same, too.
 */
export function findEchoes(answers: readonly RecordedAnswer[]): readonly Echo[] {
  const names = new Set(answers.flatMap(({ arguments: args }) => Object.keys(args)))
  const found = answers.map((answer) => ({ answer, places: placesByPath(answer.value) }))
  const paths = new Set(found.flatMap(({ places }) => [...places.keys()]))
  return [...paths].flatMap((key): Echo[] => {
    const path = JSON.parse(key) as readonly string[]
    const argument = [...names]
      .toSorted((a, b) => Number(isNamed(b, path)) - Number(isNamed(a, path)))
      .find((name) => isEcho(name, key, path))
    return argument === undefined ? [] : [{ argument, path }]
  })

  function isEcho(name: string, key: string, path: readonly string[]): boolean {
    const seen = new Set<JsonValue>()
    for (const { answer, places } of found) {
      const [said, asked] = [places.get(key), answer.arguments[name]]
      if (said === undefined || asked === undefined) continue
      if (!isScalar(asked) || said.some((each) => each !== asked)) return false
      seen.add(asked)
    }
    return seen.size > 1 || (seen.size === 1 && isNamed(name, path))
  }
}

/** The value with what echoes the arguments of a call put in. */
export function putEchoes(value: JsonValue, echoes: readonly Echo[], args: JsonObject): JsonValue {
  return echoes.reduce<JsonValue>((made, { argument, path }) => {
    const asked = args[argument]
    return isScalar(asked) ? putAt(made, path, asked) : made
  }, value)
}

function putAt(value: JsonValue, [step, ...rest]: readonly string[], by: JsonValue): JsonValue {
  if (step === undefined) return typeof value === typeof by ? by : value
  if (isJsonArray(value)) return step === '*' ? value.map((each) => putAt(each, rest, by)) : value
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === step ? putAt(each, rest, by) : each]),
  )
}

/** `id` and `issue_id`, `issueId`, name the same. */
function isNamed(argument: string, path: readonly string[]): boolean {
  const [last = '', above = ''] = path.filter((step) => step !== '*').toReversed()
  const asked = plain(argument)
  return asked === plain(last) || asked === plain(above + last)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function isScalar(value: JsonValue | undefined): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

/** Texts and numbers, by where they stand. */
function placesByPath(value: JsonValue): ReadonlyMap<string, readonly JsonValue[]> {
  const places = new Map<string, JsonValue[]>()
  let left = MOST_PLACES
  collect(value, [])
  return places

  function collect(part: JsonValue, path: readonly string[]): void {
    if (left-- <= 0) return
    if (isJsonArray(part)) for (const item of part.slice(0, MOST_ITEMS)) collect(item, [...path, '*'])
    else if (isJsonObject(part))
      for (const [name, each] of Object.entries(part)) collect(each, [...path, name])
    else if (isScalar(part)) addToGroup(places, JSON.stringify(path), part)
  }
}

const MOST_PLACES = 500
const MOST_ITEMS = 20
