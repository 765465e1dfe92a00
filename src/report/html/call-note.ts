/** One call beside the line that makes it: what it was given, what it got, from where, and what hangs on that. */
import { durationText, type JsonValue, shorten } from '../../base/index.js'
import type { Report, ReportedCall } from '../../dryrun/index.js'
import { answeredFrom, isDoubtful } from '../answered-from.js'
import { jsonText } from '../json-text.js'
import { safeText } from '../safe-text.js'
import { type Html, html } from './html.js'
import { dot, markOf } from './source-mark.js'

/** Folded: its first lines say it in short. Links lead to `#call-N`, which opens it. */
export function callNote(call: ReportedCall, report: Report): Html {
  const took = call.duration_ms === undefined ? '' : `, ${durationText(call.duration_ms.p50)}`
  return html`<details class="call">
<summary>${dot(markOf(call))} <span class="n">${call.n}</span> <code>${safeText(call.tool, 100)}</code> <span class="from ${toneOf(call)}">${answeredFrom(call, report)}${took}</span>
<span class="short"><span>${inShort(call.arguments)}</span> <span class="${call.outcome === 'result' ? 'answer' : 'answer bad'}">→ ${isUnknown(call) ? 'unknown' : inShort(call.value)}</span></span></summary>
<div id="call-${call.n}">
<p>Arguments</p><pre>${jsonText(call.arguments)}</pre>
<p>${call.outcome === 'result' ? 'Answer' : 'Error'}</p><pre>${isUnknown(call) ? 'unknown' : jsonText(call.value)}</pre>
${facts(call)}</div>
</details>`
}

function toneOf(call: ReportedCall): 'good' | 'bad' | 'doubtful' {
  if (call.outcome !== 'result') return 'bad'
  return isDoubtful(call) ? 'doubtful' : 'good'
}

/** Nobody can say anything of the answer: its value is null for want of a better one. */
function isUnknown({ source, outcome }: ReportedCall): boolean {
  return source === 'unknown' && outcome === 'result'
}

/** One line of JSON, of which the page shows what it has room for. */
export function inShort(value: JsonValue): string {
  return safeText(JSON.stringify(value), 160)
}

const PLACES = { branch: 'the branch', argument: 'an argument', result: 'the result' } as const

function facts({
  arguments_from = {},
  decides = [],
  not_asked,
  not_from_copy,
  doubt,
  unknown_at,
  depends_on_invented,
}: ReportedCall): readonly Html[] {
  const from = Object.entries(arguments_from).slice(0, 20)
  return [
    ...from.map(
      ([to, { call, pointer }]) =>
        html`<p class="fact"><code>${safeText(to)}</code> is what <a href="#call-${call}">call ${call}</a> answers${pointer === '' ? '' : ' at '}<code>${safeText(pointer)}</code></p>\n`,
    ),
    ...decides.map(({ what, line, values: [was = null, is = null] }) => {
      const place = html`${PLACES[what]}${line === undefined ? '' : html` in <a href="#L${line}">line ${line}</a>`}`
      return html`<p class="fact">Decides ${place}: <code>${inShort(was)}</code> here, <code>${inShort(is)}</code> with another value</p>\n`
    }),
    ...(not_asked === undefined
      ? []
      : [html`<p class="fact">No answer from the server itself: ${safeText(not_asked, 400)}</p>\n`]),
    ...(not_from_copy === undefined
      ? []
      : [html`<p class="fact">No evidence from the copy: ${safeText(not_from_copy, 400)}</p>\n`]),
    ...(doubt === undefined ? [] : [html`<p class="fact">In doubt: ${safeText(doubt, 400)}</p>\n`]),
    ...(unknown_at.length === 0
      ? []
      : [html`<p class="fact">Unknown in the arguments: ${safeText(unknown_at.join(', '), 400)}</p>\n`]),
    ...(depends_on_invented.length === 0
      ? []
      : [
          html`<p class="fact">May owe something to answers that are invented or in doubt, of call ${shorten(depends_on_invented.join(', '), 200)}</p>\n`,
        ]),
  ]
}
