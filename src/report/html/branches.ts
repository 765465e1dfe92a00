/** Which way the plan goes, and what the verdict takes for granted. */
import type { Report } from '../../dryrun/index.js'
import { safePlace } from '../place.js'
import { safeText } from '../safe-text.js'
import { type Html, html } from './html.js'
import { foldedList } from './shown-items.js'

/** What the verdict assumes; undefined when nothing is. */
export function assumptionSection({ assumptions = [] }: Report): Html | undefined {
  if (assumptions.length === 0) return undefined
  const items = assumptions.map(
    ({ call, line, text }) =>
      html`<li><code>${safeText(text)}</code> <a href="#call-${call}">call ${call}</a>${line === undefined ? undefined : html`, <a href="#L${line}">line ${line}</a>`}</li>\n`,
  )
  return listSection('Assumed', items, 'assumptions')
}

/** What decides, what was left open, what was not reached; undefined where all goes one way. */
export function branchSection(report: Report, fileName: string): Html | undefined {
  const { calls, exploration, runs, unreached_calls } = report
  const decided = calls.flatMap(({ n, decides = [] }) =>
    decides.map(({ line, text, what, values: [was = null, is = null] }) => {
      const subject = text === undefined ? html`${NOUNS[what]}` : html`<code>${safeText(text)}</code>`
      return html`<li>${HANGS} ${subject}${inLine(line)} hangs on what <a href="#call-${n}">call ${n}</a> answers, which is invented: <code>${safeText(JSON.stringify(was), 80)}</code> here, <code>${safeText(JSON.stringify(is), 80)}</code> with another value</li>\n`
    }),
  )
  const open = (exploration?.open_conditions ?? []).map(
    ({ line, text }) =>
      html`<li>${OPEN} <code>${safeText(text)}</code>${inLine(line)} hangs on invented values, and none of those that were tried turned it</li>\n`,
  )
  const chance = (runs?.branch_dependent_calls ?? []).map(
    (place) => html`<li>${SEED} <code>${safeText(place)}</code> hangs on the seed</li>\n`,
  )
  const unreached = unreached_calls.map(
    (call) =>
      html`<li>${NOT_REACHED} <code>${safeText(call.tool)}</code> <a class="place" href="#L${call.line}">${safePlace(fileName, call)}</a> <span class="none">${call.effect}</span></li>\n`,
  )
  const all = [...decided, ...open, ...chance, ...unreached]
  return all.length === 0 ? undefined : listSection('Branches', all, 'branches')
}

const HANGS = html`<b class="tag doubtful">decided</b>`
const OPEN = html`<b class="tag doubtful">open</b>`
const SEED = html`<b class="tag doubtful">chance</b>`
const NOT_REACHED = html`<b class="tag">not reached</b>`

const NOUNS = { branch: 'What comes next', argument: 'An argument', result: 'The result' } as const

function inLine(line: number | undefined): Html | undefined {
  return line === undefined ? undefined : html` in <a href="#L${line}">line ${line}</a>`
}

function listSection(title: string, items: readonly Html[], noun: string): Html {
  return html`<section>
<h2>${title} <span class="count">${items.length}</span></h2>
${foldedList(items, noun)}
</section>`
}
