/** Lists in words, cut where they are long: what is left out is counted. */
import { grouped } from './counted.js'

/** `a, b, c`, and of more than `most` items `a, b and 3 more`; another `joint` is `or`. */
export function listText(items: readonly string[], most: number, joint?: 'and' | 'or'): string {
  return `${items.slice(0, most).join(', ')}${restText(items.length - most, joint)}`
}

/** The end of a sentence's list: ` and 3 more`; empty where nothing is left. */
export function restText(left: number, joint: 'and' | 'or' = 'and'): string {
  return left <= 0 ? '' : ` ${joint} ${grouped(left)} more`
}

/** The line that stands for others: `… 3 more lines`; `nouns` is the plural. */
export function moreText(left: number, nouns?: string): string {
  return `… ${grouped(left)} more${nouns === undefined || left === 1 ? '' : ` ${nouns}`}`
}

/** `call 3`, `calls 3, 4 and 7`, `calls 1, 2, 3, 4, 5, 6 and 12 more`. */
export function callsText(numbers: readonly number[]): string {
  const [last = '', ...others] = numbers.toReversed()
  if (others.length === 0) return `call ${last}`
  if (numbers.length > MOST_CALLS) return `calls ${listText(numbers.map(String), MOST_CALLS)}`
  return `calls ${others.reverse().join(', ')} and ${last}`
}

const MOST_CALLS = 6
