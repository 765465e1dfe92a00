/** Whether one name is another one with a slip of the hand in it, rather than its neighbour in a series. */

/**
 * True where at most two words differ, each by one letter that is missing, doubled or swapped with the next, or that is another one in a
 * word of five letters or more. What differs in digits, or in a word of one letter that is no doubled one, is another one of a series.
 */
export function isNearlySame(one: string, other: string): boolean {
  if (one === other || one.length > LONGEST || other.length > LONGEST) return false
  const [ours, theirs] = [partsOf(one), partsOf(other)]
  if (ours.length !== theirs.length) return false
  const unlike = ours.flatMap((part, i) => (part === theirs[i] ? [] : [[part, theirs[i] ?? ''] as const]))
  return unlike.length <= MOST_SLIPS && unlike.every(([a, b]) => isSlip(a, b))
}

const LONGEST = 200
const MOST_SLIPS = 2

/** Words, and what stands between them. */
function partsOf(name: string): readonly string[] {
  return name.split(/([^\p{L}\p{N}]+)/u)
}

function isSlip(one: string, other: string): boolean {
  if (!/^\p{L}+$/u.test(one) || !/^\p{L}+$/u.test(other)) return false
  if (one.toLowerCase() === other.toLowerCase()) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const at = [...long].findIndex((letter, i) => letter !== short[i])
  if (long.length === short.length + 1) {
    const isMissing = long.slice(0, at) + long.slice(at + 1) === short
    return isMissing && (short.length > 1 || long[0] === long[1])
  }
  if (long.length !== short.length) return false
  const isSwapped = long.slice(at) === `${short[at + 1] ?? ''}${short[at] ?? ''}${short.slice(at + 2)}`
  const isOther = long.slice(at + 1) === short.slice(at + 1)
  return (isSwapped && long.length > 2) || (isOther && long.length >= SURE_LENGTH)
}

/** In shorter words another letter makes another word. */
const SURE_LENGTH = 5
