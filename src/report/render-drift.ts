/** Drift for a person at a terminal: how many changes, then each, the worst first, then the recordings it breaks. */
import type { BrokenRecordings, Drift, DriftChange, DriftClass, TestsAtRisk } from './drift.js'
import { safeText } from './safe-text.js'
import { shownLines } from './shown-lines.js'
import { colourStyle, plainStyle, type Style } from './style.js'
import { textDiff } from './text-diff.js'
import { count } from './units.js'
import { wrapText } from './wrap-text.js'

/** Text of at most 80 columns where the names in it allow that, ending in a line feed. */
export function renderDrift(drift: Drift, options: { readonly colour?: boolean } = {}): string {
  const style = options.colour === true ? colourStyle : plainStyle
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
  const word = wordFor(drift, style)
  const told = CLASSES.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`)
  const summary =
    total === 0
      ? `${count(tools, 'tool')} of ${count(servers.length, 'server')} keep their contracts.`
      : `${count(total, 'change')}: ${told.join(', ')}.`
  return [
    `${style.strong(word)}  ${style.strong(safeText(drift.lock))}`,
    ...wrapText(summary, 78).map((line) => `  ${line}`),
    ...servers.flatMap(({ server, version: { locked, live } }) =>
      locked === null || live === null || locked === live
        ? []
        : [`  ${safeText(server)} is version ${safeText(live, 40)}, was ${safeText(locked, 40)}.`],
    ),
    ...drift.unavailable.flatMap(({ server, reason }) =>
      wrapText(safeText(`Server "${server}" could not be asked: ${reason}`), 78).map((line) => `  ${line}`),
    ),
    ...(drift.not_asked.length === 0
      ? []
      : wrapText(
          `Locked, and not asked now: ${drift.not_asked.map((name) => safeText(name)).join(', ')}.`,
          78,
        ).map((line) => `  ${line}`)),
  ]
}

/** Of a server that could not be asked nothing is known. */
function wordFor({ failed, changes, unavailable }: Drift, style: Style): string {
  if (failed) return style.bad('DRIFT')
  if (changes.length > 0) return style.doubtful('CHANGED')
  return unavailable.length > 0 ? style.doubtful('INCOMPLETE') : style.good('CLEAN')
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
    return [`  ${safeText(ref)}`, ...lines].join('\n')
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
    witness === undefined ? [] : wrapText(`${such} ${safeText(JSON.stringify(witness), 120)}`, 72)
  return [
    ...wrapText(safeText(`${where}${message}`, 400), 76).map((line) => `    ${line}`),
    ...example.map((line) => style.faint(`      ${line}`)),
    ...(text === undefined ? [] : textDiff(text, style).map((line) => `      ${line}`)),
  ]
}

function recordingSection(recordings: BrokenRecordings | null, style: Style): string[] {
  if (recordings === null || recordings.total === 0) return []
  const lines = recordings.list.map(({ server, tool, recorded_at, message }) =>
    [
      `  ${safeText(`${server}:${tool}`)}  ${style.faint(safeText(recorded_at))}`,
      ...wrapText(safeText(message), 76).map((line) => `    ${line}`),
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
        `  ${safeText(`${file}:${line}:${column}`)}  ${safeText(`${server}:${tool}`)}`,
        ...wrapText(safeText(`${EFFECTS[effect]}: ${message}`, 400), 76).map((each) => `    ${each}`),
      ].join('\n'),
    )
  const skipped = unread.map(
    ({ file, reason }) => `  ${safeText(`${file} could not be read: ${reason}`, 200)}`,
  )
  return [
    style.strong(`Tests that break (${list.length} in ${count(files, 'file')})`),
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
  const lines = advice.flatMap((each) =>
    wrapText(each, 76).map((line, i) => `  ${i === 0 ? '-' : ' '} ${line}`),
  )
  return lines.length === 0 ? [] : [style.strong('Next'), ...lines]
}
