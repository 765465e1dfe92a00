/** Tables of Markdown documents, as rows of cells. */

/** The rows of all tables, without their heads; code marks are taken off. A pipe inside a cell is written `\|`. */
export function markdownRows(text: string): string[][] {
  const lines = text.split('\n')
  const isRow = (line: string | undefined) => line?.startsWith('|') === true
  const isRule = (line: string | undefined) => /^\|[-|: ]+\|$/.test(line ?? '')
  return lines
    .filter((line, i) => isRow(line) && !isRule(line) && !isRule(lines[i + 1]))
    .map((line) =>
      line
        .slice(1)
        .replace(/\|\s*$/, '')
        .split(/(?<!\\)\|/)
        .map((cell) =>
          cell
            .trim()
            .replaceAll('\\|', '|')
            .replace(/^`(.*)`$/, '$1'),
        ),
    )
}
