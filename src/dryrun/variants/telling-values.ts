/** Values of one answer of which no two places are alike, and that nothing made of them is like: where one is met again, it was handed on. */
import { type JsonValue, toPointer } from '../../base/index.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import { type Changeable, changeAll } from './change-all.js'
import type { CallName } from './played.js'

/** Keys and indexes. */
export type Path = readonly (string | number)[]

interface Told extends Pick<Changeable, 'allows'> {
  readonly name: CallName
  /** Absent where nothing is known of it. */
  readonly base?: JsonValue | undefined
  /** What the plan is seen to read of it. */
  readonly paths: readonly Path[]
  /** What it is in variants, with other words and other flags. */
  readonly tried: readonly JsonValue[]
}

/** In groups: one that tells nothing is followed by another. `names`: what the plan may read of any answer. */
export function tellingValuesOf(
  { name, base, allows, paths, tried }: Told,
  names: readonly string[],
): readonly (readonly JsonValue[])[] {
  const text = (at: string): string => tellingText(`${name} ${at}`)
  const number = (at: string): number => uniqueNumber(`${name} ${at}`) + PART
  if (base === undefined) {
    const flat = names.slice(0, MOST_NAMES).map((each): Path => [each])
    const nested = flat.flatMap(([one]) => flat.map(([other]) => [one, other] as Path))
    const groups = [[...flat, ...paths], nested, flat]
    return groups.map((each) => [text, number].map((leaf) => holding(each, leaf)))
  }
  const changed = [tellingText, uniqueText].map((made) =>
    changeAll({ base, allows }, ({ pointer, value }) => {
      const unique = `telling ${name} ${pointer}`
      if (typeof value === 'string') return [made(unique), uniqueText(unique)]
      return typeof value === 'number' ? [uniqueNumber(unique) + PART, uniqueNumber(unique)] : []
    }),
  )
  return [[...changed, ...tried]]
}

/** A value with something at the end of each path; a path that goes on behind another one's end has it. */
function holding(paths: readonly Path[], leaf: (at: string) => JsonValue, within = ''): JsonValue {
  const open = paths.filter(({ length }) => length > 0)
  if (open.length === 0) return leaf(within)
  const steps = [...new Set(open.map(([step]) => step as string | number))]
  const below = (step: string | number): JsonValue =>
    holding(
      open.flatMap(([first, ...rest]) => (first === step ? [rest] : [])),
      leaf,
      within + toPointer([String(step)]),
    )
  const items = steps.filter((step) => typeof step === 'number' && step < MOST_ITEMS) as number[]
  if (items.length === steps.length) return Array.from({ length: Math.max(...items) + 1 }, (_, i) => below(i))
  return Object.fromEntries(steps.map((step) => [step, below(step)]))
}

/** No whole number, so that one which is made of it is another. */
const PART = 0.375

/** Not the same when it is trimmed, cut, split, or put in other letters. */
function tellingText(unique: string): string {
  return `${looseText(unique)}/:-.,#`.padEnd(TELLING_LENGTH, uniqueText(`${unique} end`))
}

const TELLING_LENGTH = 120

const MOST_NAMES = 24
/** Beyond it an item stands in an object, under its number. */
const MOST_ITEMS = 100

/** Nothing that is made of it is like it: without white space, in other letters, in another form. */
export function looseText(unique: string): string {
  return ` \t${uniqueText(`${unique} loose`)} AzE\u0301\n`
}
