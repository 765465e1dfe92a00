/** The calls of the plan, with what they were given, what they got, and from where. */
import { shorten } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { answeredFrom, isDoubtful } from './answered-from.js'
import { type Html, html } from './html.js'
import { shownItems } from './html-list.js'
import { jsonText } from './json-text.js'
import { safeText } from './safe-text.js'
import { formatMs } from './units.js'

export function callSection(report: Report): Html {
  const { calls } = report
  const rows = shownItems(
    calls.map((call) => callRow(call, report)),
    {
      first: 300,
      last: 20,
      more: (left) => html`<tr><td colspan="5" class="none">… ${left} more calls</td></tr>`,
    },
  )
  return html`<section>
<h2>Calls <span class="count">${calls.length}</span></h2>
${
  calls.length === 0
    ? html`<p class="none">The plan calls no tool.</p>`
    : html`<div class="wide"><table>
<thead><tr><th class="number">#</th><th class="number">Line</th><th>Tool</th><th>Answered from</th><th class="number">Took</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>`
}
</section>`
}

function callRow(call: ReportedCall, report: Report): Html {
  const took = call.duration_ms === undefined ? '–' : formatMs(call.duration_ms.p50)
  return html`<tr><td class="number">${call.n}</td><td class="number">${call.line}</td><td><code>${safeText(call.tool, 100)}</code>
<details><summary>Arguments and answer</summary>
<pre>${jsonText(call.arguments)}</pre>
<pre>${jsonText(call.value)}</pre>
${unknownPlaces(call)}</details></td><td>${sourceOf(call, report)}</td><td class="number">${took}</td></tr>
`
}

function sourceOf(call: ReportedCall, report: Report): Html {
  const text = answeredFrom(call, report)
  if (call.outcome !== 'result') return html`<span class="bad">${text}</span>`
  return isDoubtful(call)
    ? html`<span class="doubtful">${text}</span>`
    : html`<span class="good">${text}</span>`
}

function unknownPlaces({
  unknown_at,
  doubt,
  depends_on_invented,
  not_from_copy,
  not_asked,
}: ReportedCall): Html {
  return html`${not_asked === undefined ? undefined : html`<p>No answer from the server itself: ${safeText(not_asked, 400)}</p>`}${not_from_copy === undefined ? undefined : html`<p>No evidence from the copy: ${safeText(not_from_copy, 400)}</p>`}${doubt === undefined ? undefined : html`<p>In doubt: ${safeText(doubt, 400)}</p>`}${
    unknown_at.length === 0
      ? undefined
      : html`<p>Unknown in the arguments: ${safeText(unknown_at.join(', '), 400)}</p>`
  }${
    depends_on_invented.length === 0
      ? undefined
      : html`<p>May owe something to answers that are invented or in doubt, of call ${shorten(depends_on_invented.join(', '), 200)}.</p>`
  }`
}
