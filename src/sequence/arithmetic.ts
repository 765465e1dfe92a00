/** Numbers that an agent reckoned from those that its copy made: another one for real, and alike in each fresh play. */
import { trimEndOf } from '../base/index.js'
import { hasNumber, type OwnHeard, type Said } from './said.js'

/** The end of a sentence; undefined where a literal holds none. */
export function reckoned(literal: string, own: readonly OwnHeard[], said: Said): string | undefined {
  const heard = own.flatMap(({ session, kind, call }) =>
    kind !== 'time' && NUMBER.test(session) && digitsOf(session) >= LEAST_DIGITS
      ? [{ session, call, value: Number(session) }]
      : [],
  )
  if (heard.length === 0) return undefined
  const others = new Set(said.numbers.flatMap(({ numbers }) => numbers))
  for (const { value } of heard) others.delete(value)
  const written = numbersIn(literal).filter(
    ({ text, value }) => !hasNumber(said.text, text) && !others.has(value),
  )
  for (const each of written)
    for (const one of heard) {
      if (isOf(each, one.value) || heard.some((two) => two !== one && isOfBoth(each, one.value, two.value)))
        return `holds ${each.text}, which is reckoned from ${one.session} of call ${one.call}: a number that the copy made`
    }
  return undefined
}

const NUMBER = /^\d{1,15}(?:\.\d+)?$/
/** What has fewer is what anybody writes. */
const LEAST_DIGITS = 3
const MORE_DIGITS = 4

interface Written {
  readonly text: string
  readonly value: number
  readonly decimals: number
  readonly digits: number
  readonly isPercent: boolean
}

/** Also with thousands set apart, and with a decimal comma. */
function numbersIn(text: string): readonly Written[] {
  return [
    ...text.matchAll(
      /(?<![\w.,:-])\d{1,3}(?:([.,])\d{3})+(?:(?!\1)[.,]\d+)?(?![\w:-]|[.,]\d)|(?<![\w.,:-])\d+(?:[.,]\d+)?(?![\w:-]|[.,]\d)/g,
    ),
  ]
    .flatMap(({ index, 0: word, 1: grouped = '' }): Written[] => {
      const plain =
        grouped === ''
          ? [word.replace(',', '.')]
          : [word.replaceAll(grouped, '').replace(',', '.'), word.replace(',', '.')]
      return plain
        .filter((each) => NUMBER.test(each))
        .map((each) => ({
          text: word,
          value: Number(each),
          decimals: each.split('.')[1]?.length ?? 0,
          digits: digitsOf(each),
          isPercent: text[index + word.length] === '%',
        }))
    })
    .filter(({ digits }) => digits >= LEAST_DIGITS)
}

/** Those that tell: without what only says how large or how exact it is. */
function digitsOf(number: string): number {
  const digits = number.replace('.', '').replace(/^0+/, '')
  return number.includes('.') ? digits.length : trimEndOf(digits, /0/).length
}

/** The one after or before, twice or half of it, in a larger or smaller unit, rounded; or itself, written otherwise. */
function isOf(written: Written, value: number): boolean {
  return [
    value,
    value + 1,
    value - 1,
    value + 2,
    value - 2,
    value * 2,
    value / 2,
    ...UNITS.flatMap((unit) => [value / unit, value * unit]),
  ].some((each) => isSame(written, each))
}

const UNITS = [10, 100, 1_000, 1_000_000, 1_024, 1_048_576]

/** What two make is more often the same by chance. */
function isOfBoth(written: Written, one: number, two: number): boolean {
  if (isSame(written, one + two) || isSame(written, Math.abs(one - two))) return true
  const shares = [(one / two) * 100, (one / (one + two)) * 100, (Math.abs(one - two) / two) * 100]
  if (written.digits < MORE_DIGITS) return written.isPercent && shares.some((each) => isSame(written, each))
  return [(one + two) / 2, one * two, one / two, ...shares].some((each) => isSame(written, each))
}

function isSame({ value, decimals }: Written, other: number): boolean {
  return (
    other > 0 &&
    Number.isFinite(other) &&
    decimals <= MOST_DECIMALS &&
    (Number(other.toFixed(decimals)) === value || (decimals === 0 && Math.floor(other) === value))
  )
}

const MOST_DECIMALS = 15
