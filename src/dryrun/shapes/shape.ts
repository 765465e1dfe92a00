/** What the values at one place were like, in answers that a server gave: learned, never declared. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseContainer,
} from '../../base/index.js'

/** A value, and to which question a server gave it: what the same question was answered with again is no further evidence. */
export interface Sample {
  readonly value: JsonValue
  readonly question: string
}

export interface Shape {
  /** To how many different questions an answer had this place. */
  readonly answers: number
  /** How many values stood there. */
  readonly values: number
  readonly nulls: number
  readonly booleans: number
  readonly numbers?: NumberShape
  readonly texts?: TextShape
  readonly list?: ListShape
  readonly object?: ObjectShape
}

export interface NumberShape {
  readonly count: number
  readonly areWhole: boolean
  readonly least: number
}

export interface TextShape {
  readonly count: number
  /** Absent where they have none in common. */
  readonly form?: TextForm
  /** What stands in them, where all are JSON objects or lists. */
  readonly json?: Shape
  /** How often each was seen, where they are short; empty where there are too many. */
  readonly words: ReadonlyMap<string, number>
}

/** What texts have in common that programs parse. */
type TextForm = 'date-time' | 'date' | 'uuid' | 'uri' | 'number'

/** The first form that all of them have; undefined where they have none, and where one is empty. */
function formOf(texts: readonly string[]): TextForm | undefined {
  return FORMS.find((form) => texts.every((each) => hasForm(each, form)))
}

export function hasForm(text: string, form: TextForm): boolean {
  if (!PATTERNS[form].test(text)) return false
  return !DATES.has(form) || !Number.isNaN(Date.parse(text))
}

const PATTERNS: Readonly<Record<TextForm, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]+$/i,
  number: /^-?\d{1,15}(?:\.\d{1,15})?$/,
}
const FORMS: readonly TextForm[] = ['date-time', 'date', 'uuid', 'uri', 'number']
const DATES: ReadonlySet<TextForm> = new Set(['date-time', 'date'] as const)

export interface ListShape {
  readonly count: number
  readonly longest: number
  /** Absent where no list had any. */
  readonly items?: Shape
}

export interface ObjectShape {
  readonly count: number
  /** By name; of an object whose names are data (ids, paths) empty. */
  readonly members: ReadonlyMap<string, Member>
  /** What stands under names that are data. */
  readonly others?: Shape
}

export interface Member {
  /** In how many of the objects it was. */
  readonly count: number
  readonly shape: Shape
}

/**
 * What was seen once may be absent, and what was seen in a few answers is no law: what so many different questions were answered with
 * is taken as given, and the verdict names that.
 */
const ENOUGH_ANSWERS = 10

/** Whether enough was seen to say what is always so. */
export function isLaw({ answers }: Shape): boolean {
  return answers >= ENOUGH_ANSWERS
}

/** Of long lists the first hundred items count. */
export function learnShape(samples: readonly Sample[], depth = 0): Shape {
  const values = samples.map(({ value }) => value)
  const numbers = values.filter((each) => typeof each === 'number')
  const texts = ofType(samples, (each) => typeof each === 'string')
  const lists = ofType(samples, isJsonArray)
  const objects = ofType(samples, isJsonObject)
  const isDeep = depth >= MAX_DEPTH
  return {
    answers: new Set(samples.map(({ question }) => question)).size,
    values: values.length,
    nulls: values.filter((each) => each === null).length,
    booleans: values.filter((each) => typeof each === 'boolean').length,
    ...(numbers.length === 0 ? {} : { numbers: numberShape(numbers) }),
    ...(texts.length === 0 ? {} : { texts: textShape(texts, depth) }),
    ...(lists.length === 0 ? {} : { list: listShape(isDeep ? lists.map(emptied) : lists, depth) }),
    ...(objects.length === 0 ? {} : { object: objectShape(isDeep ? [] : objects, depth, objects.length) }),
  }
}

const MAX_DEPTH = 24
const MAX_ITEMS = 100
const MAX_WORD = 40
const MAX_WORDS = 40
/** More names than a person gives. */
const MAX_MEMBERS = 200

interface Typed<Value> {
  readonly value: Value
  readonly question: string
}

function ofType<Value extends JsonValue>(
  samples: readonly Sample[],
  isIt: (value: JsonValue) => value is Value,
): Typed<Value>[] {
  return samples.flatMap(({ value, question }) => (isIt(value) ? [{ value, question }] : []))
}

function emptied({ question }: Sample): Typed<readonly JsonValue[]> {
  return { value: [], question }
}

function numberShape(numbers: readonly number[]): NumberShape {
  return {
    count: numbers.length,
    areWhole: numbers.every((each) => Number.isInteger(each)),
    least: numbers.reduce((least, each) => Math.min(least, each)),
  }
}

function textShape(texts: readonly Typed<string>[], depth: number): TextShape {
  const form = formOf(texts.map(({ value }) => value))
  const parsed = texts.flatMap(({ value, question }) => {
    const inside = parseContainer(value)
    return inside === undefined ? [] : [{ value: inside, question }]
  })
  const words = new Map<string, number>()
  for (const { value } of texts) words.set(value, (words.get(value) ?? 0) + 1)
  const areShort = words.size <= MAX_WORDS && [...words.keys()].every((each) => each.length <= MAX_WORD)
  return {
    count: texts.length,
    words: areShort ? words : new Map(),
    ...(form === undefined ? {} : { form }),
    ...(parsed.length === texts.length && depth < MAX_DEPTH ? { json: learnShape(parsed, depth + 1) } : {}),
  }
}

function listShape(lists: readonly Typed<readonly JsonValue[]>[], depth: number): ListShape {
  const items = lists.flatMap(({ value, question }) =>
    value.slice(0, MAX_ITEMS).map((item) => ({ value: item, question })),
  )
  return {
    count: lists.length,
    longest: lists.reduce((longest, { value }) => Math.max(longest, value.length), 0),
    ...(items.length === 0 ? {} : { items: learnShape(items, depth + 1) }),
  }
}

function objectShape(objects: readonly Typed<JsonObject>[], depth: number, count: number): ObjectShape {
  const found = new Map<string, Sample[]>()
  for (const { value, question } of objects) {
    for (const [name, member] of Object.entries(value)) {
      const there = found.get(name) ?? []
      found.set(name, there)
      there.push({ value: member, question })
    }
  }
  if (areData(found, objects.length)) {
    const others = [...found.values()].flat().slice(0, MAX_ITEMS * MAX_MEMBERS)
    return { count, members: new Map(), others: learnShape(others, depth + 1) }
  }
  const members = [...found].map(([name, samples]): [string, Member] => [
    name,
    { count: samples.length, shape: learnShape(samples, depth + 1) },
  ])
  return { count, members: new Map(members) }
}

/** Names that hardly any two objects share are no members of a record: they are ids, paths, words. */
function areData(found: ReadonlyMap<string, readonly Sample[]>, objects: number): boolean {
  if (found.size > MAX_MEMBERS) return true
  if (objects < FEWEST_TO_COMPARE || found.size < FEWEST_TO_COMPARE) return false
  return [...found.values()].every(({ length }) => length <= objects / FEWEST_TO_COMPARE)
}

const FEWEST_TO_COMPARE = 4
