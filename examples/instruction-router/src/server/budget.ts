/** Keeps an answer within what a model can afford to read. */
import type { Detail } from './shown-instruction.js'

/** A token is about four bytes. */
const BYTES_PER_TOKEN = 4

/**
 * The answer with as much of each item as fits into `maxTokens`: first the later items are shortened, then all, and at last items are
 * left out from the end. `write` makes the answer of items; its second argument says how many were left out.
 */
export function fitted<Item, Answer>(
  count: number,
  show: (n: number, detail: Detail) => Item,
  write: (items: readonly Item[], omitted: number) => Answer,
  maxTokens: number,
): Answer {
  const maxBytes = maxTokens * BYTES_PER_TOKEN
  const fits = (answer: Answer) => bytesOf(answer) <= maxBytes
  const bare: Item[] = []
  // Thousands may be found: none is looked at behind the last one that can stand in the answer.
  for (let bytes = bytesOf(write([], count)) + DIGITS; bare.length < count; ) {
    const item = show(bare.length, 'bare')
    bytes += bytesOf(item) + 1
    if (bytes > maxBytes) return write(bare, count - bare.length)
    bare.push(item)
  }
  for (const [short, brief] of plansFor(count)) {
    const answer = write(
      Array.from({ length: count }, (_, n) => show(n, n < short ? 'short' : n < brief ? 'brief' : 'bare')),
      0,
    )
    if (fits(answer)) return answer
  }
  return write(bare, 0)
}

/** How many items are short, and up to which the others are brief: from much to little. */
function plansFor(count: number): readonly (readonly [short: number, brief: number])[] {
  return [
    [count, count],
    [3, count],
    [1, count],
    [1, 5],
    [0, count],
    [0, 5],
    [0, 1],
  ]
}

/** What the number of items takes in the answer. */
const DIGITS = 10

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
