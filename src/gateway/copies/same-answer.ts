/** Whether two servers said the same, but for the time. */
import { canonicalJson, type JsonValue } from '../../base/index.js'
import type { Outcome } from '../../call/index.js'

export function isSameAnswer(one: Outcome, other: Outcome): boolean {
  return comparable(one) === comparable(other)
}

function comparable(outcome: Outcome): string {
  // An outcome came as JSON; its type has no index.
  return canonicalJson(outcome as unknown as JsonValue).replace(TIMES, 'T')
}

/** When a file was read is another time in its copy; milliseconds and nanoseconds since the epoch have many digits. */
const TIMES =
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[\d:.,+Z-]*|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [A-Za-z0-9]+ [A-Za-z0-9]+ \d{4} \d{2}:\d{2}:\d{2}(?: GMT[+-]\d{4})?(?: \([^)"]*\))?|\d{10,}(?:\.\d+)?/g
