/** Which calls may have been under way beside each other. */
import type { MadeCall } from './doubts.js'

/** Whether a call was surely made only after the one of a number was answered: see `orderOf`. */
export type IsAfter = (later: MadeCall, n: number) => boolean

/**
 * Runs of calls: all calls of a run were surely made only after those of the runs before it were answered, and no run can be parted
 * so. `calls` is in the order of the numbers.
 */
export function callGroups<Made extends MadeCall>(
  calls: readonly Made[],
  isAfter: IsAfter,
): readonly (readonly Made[])[] {
  const starts: number[] = []
  calls.forEach((each, i) => {
    starts.push(i)
    const first = firstBeside(each, i, calls, isAfter)
    while ((starts.at(-1) ?? 0) > first) starts.pop()
  })
  return starts.map((start, i) => calls.slice(start, starts[i + 1]))
}

/** The first of the calls that may have been under way when this one was made; its own place when there is none. */
function firstBeside(later: MadeCall, at: number, calls: readonly MadeCall[], isAfter: IsAfter): number {
  const { before } = later
  let first = 0
  if (before.kind === 'these') {
    while (first < at && isAfter(later, numberAt(calls, first))) first++
    return first
  }
  // Everything up to a number was answered: from the back it is found at once.
  first = at
  while (first > 0 && numberAt(calls, first - 1) > before.upTo) first--
  return first
}

function numberAt(calls: readonly MadeCall[], i: number): number {
  return calls[i]?.call.n ?? 0
}
