/** Drift for a person at a terminal: how many changes, then each, the worst first, then the recordings it breaks. */

import { createRequire } from 'node:module'
import { counted, placeText } from '../base/index.js'
import type { BrokenRecordings, Drift, DriftChange, DriftClass, TestsAtRisk } from './drift.js'
import { headLines } from './head-line.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { type LayoutOptions, type Style, styleFor } from './style.js'
import { indentText, wrapText } from './wrap-text.js'

/**
 * An old and a new text for a person: the lines that differ, wrapped, with what nobody sees made visible.
 * Old lines begin with `-`, new ones with `+`; all of them are there, however long the texts are.
 */
function textDiff(
  { was, now }: { readonly was: string | null; readonly now: string | null },
  style: Style,
): string[] {
  const parts = diffLines()(was ?? '', now ?? '')
  return parts.flatMap(({ value, added, removed }) => {
    const lines = value.replace(/\n$/, '').split('\n')
    if (added) return lines.flatMap((line) => marked('+', line, style, style.good))
    if (removed) return lines.flatMap((line) => marked('-', line, style, style.bad))
    // What stayed is known.
    return lines.length > 2
      ? [style.faint(`  (${counted(lines.length, 'line')} as before)`)]
      : lines.flatMap((line) => marked(' ', line, style, style.faint))
  })
}

function marked(mark: string, line: string, style: Style, colour: Colour): string[] {
  return wrapText(safeText(line, MOST), style.columns - 12).map((part, i) =>
    colour(`${i === 0 ? mark : ' '} ${part}`),
  )
}

type Colour = (text: string) => string

/** A line of which more is hidden is no line that anybody reads. */
const MOST = 20_000
const require = createRequire(import.meta.url)

/** Loaded only where a text changed. */
function diffLines(): typeof import('diff').diffLines {
  return require('diff').diffLines
}

/** Text of at most as many columns as there are, ending in a line feed. */
export function renderDrift(drift: Drift, options: LayoutOptions = {}): string {
  const style = styleFor(options)
  const sections = [
    headline(drift, style),
    ...CLASSES.map((name) => changeSection(name, drift, style)),
    recordingSection(drift.recordings, style),
    testSection(drift.tests, style),
    adviceSection(drift, style),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const CLASSES = ['breaking', 'instructions', 'risky', 'additive', 'wording'] as const

function headline(drift: Drift, style: Style): string[] {
  const { counts, servers } = drift
  const tools = servers.reduce((sum, server) => sum + server.tools.live, 0)
  const total = drift.changes.length
  const { word, colour } = wordFor(drift, style)
  const told = CLASSES.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`)
  const summary =
    total === 0
      ? `${counted(tools, 'tool')} of ${counted(servers.length, 'server')} keep their contracts.`
      : `${counted(total, 'change')}: ${told.join(', ')}.`
  return [
    ...headLines(word, safeText(drift.lock), style, colour),
    ...indentText(summary, style.columns, 2),
    ...servers.flatMap(({ server, version: { locked, live } }) =>
      locked === null || live === null || locked === live
        ? []
        : indentText(
            `${safeText(server)} is version ${safeText(live, 40)}, was ${safeText(locked, 40)}.`,
            style.columns,
            2,
          ),
    ),
    ...drift.unavailable.flatMap(({ server, reason }) =>
      indentText(safeText(`Server "${server}" could not be asked: ${reason}`), style.columns, 2),
    ),
    ...(drift.not_asked.length === 0
      ? []
      : indentText(
          `Locked, and not asked now: ${drift.not_asked.map((name) => safeText(name)).join(', ')}.`,
          style.columns,
          2,
        )),
  ]
}

/** Of a server that could not be asked nothing is known. */
function wordFor(
  { failed, changes, unavailable }: Drift,
  style: Style,
): { readonly word: string; readonly colour: Style['bad'] } {
  if (failed) return { word: 'DRIFT', colour: style.bad }
  if (changes.length > 0) return { word: 'CHANGED', colour: style.doubtful }
  return unavailable.length > 0
    ? { word: 'INCOMPLETE', colour: style.doubtful }
    : { word: 'CLEAN', colour: style.good }
}

function changeSection(name: DriftClass, { changes }: Drift, style: Style): string[] {
  const own = changes.filter((change) => change.class === name)
  if (own.length === 0) return []
  const colour = COLOURS[name](style)
  const refs = [...new Set(own.map(refOf))]
  const blocks = refs.map((ref) => {
    const lines = own
      .filter((change) => refOf(change) === ref)
      .flatMap((change) => changeLines(change, style))
    return [...indentText(safeText(ref), style.columns, 2), ...lines].join('\n')
  })
  return [
    style.strong(colour(`${TITLES[name]} (${own.length})`)),
    ...shownLines(blocks, { first: 40, last: 0, noun: 'tools' }),
  ]
}

function refOf({ server, tool, part, item }: DriftChange): string {
  if (item !== undefined) return `${server} ${part} ${item}`
  return tool === null ? server : `${server}:${tool}`
}

const COLOURS: Readonly<Record<DriftClass, (style: Style) => Style['bad']>> = {
  breaking: ({ bad }) => bad,
  instructions: ({ bad }) => bad,
  risky: ({ doubtful }) => doubtful,
  additive: ({ good }) => good,
  wording: ({ faint }) => faint,
}

const TITLES: Readonly<Record<DriftClass, string>> = {
  breaking: 'Breaking',
  instructions: 'Instructions to the model',
  risky: 'Risky',
  additive: 'Additive',
  wording: 'Wording',
}

function changeLines({ part, pointer, message, witness, text }: DriftChange, style: Style): string[] {
  const at = text === undefined || pointer === '' ? '' : ` ${pointer}`
  const where = part === 'input' || part === 'output' ? `${part}${at}: ` : ''
  const such = part === 'input' ? 'such as the arguments' : 'such as the result'
  const example =
    witness === undefined
      ? []
      : indentText(`${such} ${safeText(JSON.stringify(witness), 120)}`, style.columns - 2, 6)
  return [
    ...indentText(safeText(`${where}${message}`, 400), style.columns, 4),
    ...example.map((line) => style.faint(line)),
    ...(text === undefined ? [] : textDiff(text, style).map((line) => `      ${line}`)),
  ]
}

function recordingSection(recordings: BrokenRecordings | null, style: Style): string[] {
  if (recordings === null || recordings.total === 0) return []
  const lines = recordings.list.map(({ server, tool, recorded_at, message }) =>
    [
      ...indentText(safeText(`${server}:${tool}  ${recorded_at}`), style.columns, 2, 4),
      ...indentText(safeText(message), style.columns, 4),
    ].join('\n'),
  )
  return [
    style.strong(`Recordings that are not found any more (${recordings.total})`),
    ...shownLines(lines, { first: 20, last: 0, noun: 'recordings' }),
  ]
}

/** Nothing where nobody asked; a line where none breaks, so that it is known that they were looked at. */
function testSection(tests: TestsAtRisk | null, style: Style): string[] {
  if (tests === null) return []
  const { files, list, unread } = tests
  const lines = [...list]
    .sort((a, b) => Number(a.effect === 'may-break') - Number(b.effect === 'may-break'))
    .map(({ file, line, column, server, tool, effect, message }) =>
      [
        ...indentText(
          safeText(`${placeText(file, { line, column })}  ${server}:${tool}`, 400),
          style.columns,
          2,
          4,
        ),
        ...indentText(safeText(`${EFFECTS[effect]}: ${message}`, 400), style.columns, 4),
      ].join('\n'),
    )
  const skipped = unread.flatMap(({ file, reason }) =>
    indentText(safeText(`${file} could not be read: ${reason}`, 200), style.columns, 2, 4),
  )
  return [
    style.strong(`Tests that break (${list.length} in ${counted(files, 'file')})`),
    ...shownLines(lines, { first: 40, last: 0, noun: 'tests' }),
    ...skipped,
  ]
}

const EFFECTS = { breaks: 'breaks', 'may-break': 'may break' } as const

function adviceSection({ failed, changes, recordings }: Drift, style: Style): string[] {
  if (changes.length === 0) return []
  const advice = [
    ...(failed
      ? ['mend the server; or, where the change is meant, write the lock anew with understudy lock']
      : []),
    ...(recordings !== null && recordings.total > 0 ? ['record again with understudy call … --store'] : []),
  ]
  const lines = advice.flatMap((each) => indentText(`- ${each}`, style.columns, 2, 4))
  return lines.length === 0 ? [] : [style.strong('Next'), ...lines]
}
