/** Offsets in a text as lines and columns, as editors show them. */

/** One-based; columns count UTF-16 code units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** What ends a line in data files, as editors count. */
const LINE_BREAKS = /\r\n|\n|\r/g
/** What ends a line for JavaScript, and so for the positions in a stack trace. */
export const SCRIPT_LINE_BREAKS = /\r\n|[\n\r\u2028\u2029]/g

/** The lines of a program, without what ends them. */
export function scriptLines(text: string): readonly string[] {
  return text.split(SCRIPT_LINE_BREAKS)
}

/**
 * Creates the function from an offset in `text` to its position; offsets outside are moved to the nearest end.
 * `lineBreaks` is a global pattern of what ends a line. Building it is linear, each look-up logarithmic.
 */
export function textPositions(
  text: string,
  lineBreaks: RegExp = LINE_BREAKS,
): (offset: number) => TextPosition {
  const starts = [0, ...Array.from(text.matchAll(lineBreaks), (found) => found.index + found[0].length)]
  return (offset) => {
    const inside = Math.min(Math.max(offset, 0), text.length)
    const line = lastAtMost(starts, inside)
    return { line: line + 1, column: inside - (starts[line] ?? 0) + 1 }
  }
}

function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}

/** `LINE:COLUMN`: the same for two places when they are the same place of one file. */
export function positionKey({ line, column }: TextPosition): string {
  return `${line}:${column}`
}

/** In a sentence that has named the file: `line 3, column 7`. */
export function positionText({ line, column }: TextPosition): string {
  return `line ${line}, column ${column}`
}

/** For a person, as editors and terminals open it: `plan.ts:3:7`, as far as the place is known. */
export function placeText(fileName: string, { line, column }: Partial<TextPosition>): string {
  return [fileName, line, line === undefined ? undefined : column]
    .filter((each) => each !== undefined)
    .join(':')
}
