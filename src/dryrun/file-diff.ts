/** What differs between two texts, line by line. */
import { createTwoFilesPatch, OMIT_HEADERS } from 'diff'

/** Unified, without the names of files, ending in no line feed; the same on every machine. Undefined where nothing differs. */
export function fileDiff(was: string, is: string): string | undefined {
  if (was === is) return undefined
  const patch = was === '' || is === '' ? undefined : editsBetween(was, is)
  return (patch ?? replaced(was, is)).replace(/\n$/, '')
}

/** Undefined for texts that have little in common. */
function editsBetween(was: string, is: string): string | undefined {
  return createTwoFilesPatch('', '', was, is, undefined, undefined, {
    context: 2,
    // Not by the clock: a busy machine would tell another report.
    maxEditLength: MOST_EDITS,
    headerOptions: OMIT_HEADERS,
  })
}

const MOST_EDITS = 1000

/** All of one goes, all of the other comes. */
function replaced(was: string, is: string): string {
  const [removed, added] = [linesOf(was), linesOf(is)]
  return [
    `@@ -${rangeOf(removed)} +${rangeOf(added)} @@`,
    ...marked('-', removed, was),
    ...marked('+', added, is),
  ].join('\n')
}

function rangeOf(lines: readonly string[]): string {
  return `${lines.length === 0 ? 0 : 1},${lines.length}`
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function marked(mark: '-' | '+', lines: readonly string[], text: string): readonly string[] {
  const told = lines.map((line) => mark + line)
  return text === '' || text.endsWith('\n') ? told : [...told, '\\ No newline at end of file']
}
