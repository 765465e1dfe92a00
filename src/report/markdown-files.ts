/** The files that would change, folded, for a comment on a pull request. */
import { counted } from '../base/index.js'
import type { FileEffect, Report } from '../dryrun/index.js'
import { changedCount, ownChanges, type ToldChange, toldChanges } from './file-changes.js'
import { codeBlock, sentenceMarkdown } from './markdown-text.js'
import { safeText } from './safe-text.js'
import { shortDiff } from './short-diff.js'

interface Limits {
  readonly removed: number
  readonly others: number
  /** Lines of a diff that are not removed ones. */
  readonly lines: number
}

/** None where no server was copied. What is too long for a comment is told with less, down to names of removed files. */
export function fileSection(report: Report): string[] {
  if (report.effects === undefined) return []
  const attempts = LIMITS.map((limits) => sectionWithin(report, limits))
  return attempts.find((lines) => lines.join('\n').length <= MOST_CHARACTERS) ?? attempts.at(-1) ?? []
}

/** Half of what a comment holds. */
const MOST_CHARACTERS = 30_000

const LIMITS: readonly Limits[] = [
  { removed: 100, others: 20, lines: 10 },
  { removed: 100, others: 20, lines: 0 },
  { removed: 40, others: 10, lines: 0 },
  { removed: 10, others: 2, lines: 0 },
]

function sectionWithin(report: Report, limits: Limits): string[] {
  const { files = [], late = [] } = report.effects ?? {}
  const heading = `### Would change ${changedCount(report)}`
  const own = ownChanges(report)
  const lines = [
    ...changeLines(files, report, limits),
    ...(own === undefined ? [] : [`- ${sentenceMarkdown(own)}`]),
    ...(late.length === 0
      ? []
      : [
          '',
          `After the last answer (${counted(late.length, 'change')}), by a call that nobody knows:`,
          '',
          ...changeLines(late, report, limits),
        ]),
  ]
  if (lines.length === 0) return [heading]
  return [heading, '', '<details><summary>Show what changes</summary>', '', ...lines, '', '</details>']
}

function changeLines(changes: readonly FileEffect[], report: Report, limits: Limits): string[] {
  const { shown, more } = toldChanges(changes, report, limits)
  return [
    ...shown.flatMap((each) => [
      `- **${each.change}** ${sentenceMarkdown(each.sentence)}`,
      ...diffBlock(each, limits),
    ]),
    ...(more === undefined ? [] : [`- ${more}`]),
  ]
}

function diffBlock({ diff }: ToldChange, { lines: others }: Limits): string[] {
  if (diff.length === 0 || others === 0) return []
  const { lines, more } = shortDiff(diff, { others, removed: 40 })
  const told = [...lines.map(({ text }) => safeText(text)), ...(more === undefined ? [] : [more])]
  return codeBlock(told, '  ', 'diff')
}
