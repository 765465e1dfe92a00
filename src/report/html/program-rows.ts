/** The text of a plan, cut where something is to be said of a line. */
import { groupBy } from '../../base/index.js'

/** A piece of the text, and what is said of its first line. */
export interface ProgramRow<Note> {
  /** One-based, of the first of `lines`. */
  readonly line: number
  /** Empty where the text is not known. */
  readonly lines: readonly string[]
  readonly notes: readonly Note[]
}

/** In the order of the text; without one, the lines of which something is said. */
export function programRows<Note extends { readonly line: number }>(
  lines: readonly string[],
  notes: readonly Note[],
): readonly ProgramRow<Note>[] {
  const byLine = groupBy(notes, ({ line }) => line)
  const noted = [...byLine.keys()].sort((a, b) => a - b)
  const starts = lines.length > 0 && noted[0] !== 1 ? [1, ...noted] : noted
  return starts.map((line, i) => ({
    line,
    lines: lines.slice(line - 1, (starts[i + 1] ?? Number.POSITIVE_INFINITY) - 1),
    notes: byLine.get(line) ?? [],
  }))
}
