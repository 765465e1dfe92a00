/** The files that would change, for a person at a terminal. */
import { assertNever, counted } from '../base/index.js'
import type { FileEffect, Report } from '../dryrun/index.js'
import { changedCount, ownChanges, type ToldChange, toldChanges } from './file-changes.js'
import { sentenceText } from './list-section.js'
import { safeText } from './safe-text.js'
import { type DiffLine, shortDiff } from './short-diff.js'
import type { Style } from './style.js'
import { indentText, wrapText } from './wrap-text.js'

/** None where no server was copied. */
export function fileSections(report: Report, style: Style): string[][] {
  const { effects } = report
  if (effects === undefined) return []
  const own = ownChanges(report)
  // One room for all: ten thousand short diffs are long.
  const room = { others: 300, removed: 1000 }
  return [
    [
      style.strong(`Would change ${changedCount(report)}`),
      ...changeLines(effects.files, report, style, room),
      ...(own === undefined ? [] : indentText(sentenceText(own), style.columns, 2, 4).map(style.faint)),
    ],
    effects.late.length === 0
      ? []
      : [
          ...wrapText(
            `After the last answer (${counted(effects.late.length, 'change')}), by a call that nobody knows`,
            style.columns,
          ).map(style.strong),
          ...changeLines(effects.late, report, style, room),
        ],
  ]
}

interface Room {
  others: number
  removed: number
}

function changeLines(changes: readonly FileEffect[], report: Report, style: Style, room: Room): string[] {
  const { shown, more } = toldChanges(changes, report, { removed: 200, others: 40 })
  return [
    ...shown.flatMap((each) => {
      const [first = '', ...more] = indentText(sentenceText(each.sentence), style.columns, 11)
      return [
        `  ${coloursOf(style)[each.change](each.change.padEnd(8))} ${first.trimStart()}`,
        ...more,
        ...diffLines(each, style, room),
      ]
    }),
    ...(more === undefined ? [] : [`  ${more}`]),
  ]
}

function coloursOf(style: Style): Readonly<Record<ToldChange['change'], (text: string) => string>> {
  return { removed: style.bad, changed: style.doubtful, renamed: style.doubtful, made: style.good }
}

function diffLines({ diff }: ToldChange, style: Style, room: Room): string[] {
  if (diff.length === 0) return []
  const { lines, more } = shortDiff(diff, {
    others: Math.min(room.others, 10),
    removed: Math.min(room.removed, 200),
  })
  for (const { kind } of lines) room[kind === 'removed' ? 'removed' : 'others']--
  return [
    ...lines.flatMap((line) =>
      indentText(safeText(line.text), style.columns, 4, 6).map(diffStyle(line, style)),
    ),
    ...(more === undefined ? [] : [style.faint(`    ${more}`)]),
  ]
}

function diffStyle({ kind }: DiffLine, style: Style): (text: string) => string {
  switch (kind) {
    case 'removed':
      return style.bad
    case 'added':
      return style.good
    case 'same':
    case 'gap':
      return style.faint
    default:
      return assertNever(kind)
  }
}
