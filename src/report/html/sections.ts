/** The sections of the HTML report that are lists. */
import { moreText, shorten } from '../../base/index.js'
import type { Report } from '../../dryrun/index.js'
import { type AdviceOptions, adviceFor } from '../advice.js'
import { copySentences } from '../copies.js'
import type { ListSection } from '../list-section.js'
import { safeText } from '../safe-text.js'
import { undoable, withoutWayBack } from '../summary.js'
import { type Html, html, sentenceHtml } from './html.js'
import { foldedList, shownItems } from './shown-items.js'

/** Undefined when there is nothing to do. */
export function adviceSection(report: Report, options: AdviceOptions): Html | undefined {
  const advice = adviceFor(report, options)
  if (advice.length === 0) return undefined
  return html`<section>
<h2>How to go on</h2>
<ul>
${advice.map(
  ({ sentence, paste }) =>
    html`<li>${sentenceHtml(sentence)}${paste === undefined ? undefined : html` <code>${safeText(paste.text, Number.POSITIVE_INFINITY)}</code>`}</li>\n`,
)}</ul>
</section>`
}

export function effectSection(report: Report): Html {
  const { side_effects, approvals_needed } = report
  const toApprove = new Set(approvals_needed.map(({ call }) => call))
  const items = side_effects.map(
    ({ call, effect, text, evidence, certain, reversible }) =>
      html`<li>${effect === 'write' ? WRITE : html`<b class="tag bad">${effect}</b>`} ${safeText(text, 400)}
<small><a href="#call-${call}">call ${call}</a>; ${evidence === 'observed' ? evidence : `told by ${evidence === 'none' ? 'nobody' : evidence}`}${certain ? '' : ', not certain'}; can be undone: ${reversible}${safeText(withoutWayBack(report, call), 300)}${
        toApprove.has(call) ? '; needs approval' : ''
      }</small></li>\n`,
  )
  return html`<section>
<h2>Side effects <span class="count">${side_effects.length}${undoable(report)}</span></h2>
${
  items.length === 0 ? html`<p class="none">The plan changes nothing.</p>` : foldedList(items, 'side effects')
}
</section>`
}

const WRITE = html`<b class="tag doubtful">write</b>`

/** Undefined where there is none. */
export function listSection(section: ListSection | undefined): Html | undefined {
  if (section === undefined) return undefined
  const items = section.items.map((each) => html`<li>${sentenceHtml(each)}</li>\n`)
  return html`<section>
<h2>${section.title} <span class="count">${section.count}</span></h2>
${foldedList(items, section.noun)}
</section>`
}

/** Undefined where no server was copied. */
export function copySection(report: Report): Html | undefined {
  const sentences = copySentences(report)
  if (sentences.length === 0) return undefined
  return html`<section>
<h2>On a copy <span class="count">${report.copies?.servers.length}</span></h2>
<ul>
${sentences.map((each) => html`<li>${sentenceHtml(each)}</li>\n`)}</ul>
</section>`
}

/** Undefined when the plan printed nothing. */
export function consoleSection({ console }: Report): Html | undefined {
  if (console.length === 0) return undefined
  const lines = console.map(
    ({ level, text }) => html`<span class="level">${level}</span>${shorten(text, 2000)}\n`,
  )
  const more = (left: number): Html => html`${moreText(left, 'lines')}\n`
  return html`<section>
<h2>Console <span class="count">${lines.length}</span></h2>
<pre class="console">${shownItems(lines, { first: 200, last: 20, more })}</pre>
</section>`
}
