/** Which known name was meant. */

/** The known names that share most pairs of letters with the given one; three at most, none that is quite unlike. */
export function nearest(name: string, known: readonly string[]): string[] {
  const own = pairsOf(name)
  return known
    .map((each) => ({ each, likeness: likeness(own, pairsOf(each)) }))
    .filter((candidate) => candidate.likeness > 0.3)
    .sort((a, b) => b.likeness - a.likeness || (a.each < b.each ? -1 : 1))
    .slice(0, 3)
    .map(({ each }) => each)
}

function pairsOf(name: string): ReadonlySet<string> {
  const text = ` ${name.slice(0, 100).toLowerCase()} `
  return new Set(Array.from({ length: text.length - 1 }, (_, n) => text.slice(n, n + 2)))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length
  return (2 * shared) / (a.size + b.size)
}
