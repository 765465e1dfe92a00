/** Long lists, cut for a person. */
import { moreText } from '../base/index.js'

/** The first lines and the last ones, and between them one that says how many were left out; all when at most that many are left. */
export function shownLines(
  lines: readonly string[],
  { first, last, noun }: { readonly first: number; readonly last: number; readonly noun: string },
): readonly string[] {
  const left = lines.length - first - last
  if (left <= 1) return lines
  const tail = last === 0 ? [] : lines.slice(-last)
  return [...lines.slice(0, first), `  ${moreText(left, noun)}`, ...tail]
}
