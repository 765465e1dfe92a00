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
  const fits = (answer: Answer) => Buffer.byteLength(JSON.stringify(answer)) <= maxTokens * BYTES_PER_TOKEN
  const plans: readonly (readonly [number, number])[] = [
    [count, count],
    [3, count],
    [1, count],
    [1, 5],
    [0, count],
    [0, 5],
    [0, 1],
    [0, 0],
  ]
  for (const [short, brief] of plans) {
    const answer = write(
      Array.from({ length: count }, (_, n) => show(n, n < short ? 'short' : n < brief ? 'brief' : 'bare')),
      0,
    )
    if (fits(answer)) return answer
  }
  let kept = count
  for (;;) {
    kept = Math.floor(kept / 2)
    const answer = write(
      Array.from({ length: kept }, (_, n) => show(n, 'bare')),
      count - kept,
    )
    if (fits(answer) || kept === 0) return answer
  }
}
