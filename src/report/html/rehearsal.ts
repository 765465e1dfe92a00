/** How the rehearsal was run: what kept the plan inside, what it tried, what it can be repeated with. */
import { moreText } from '../../base/index.js'
import type { Report } from '../../dryrun/index.js'
import { jsonText } from '../json-text.js'
import { safeText } from '../safe-text.js'
import { type Html, html } from './html.js'

export function rehearsalSection(report: Report): Html {
  const { sandbox, contacted, seed, now, plan_id, ended, ended_because, simulated_result } = report
  const attempts = sandbox?.capability_attempts ?? []
  return html`<section>
<h2>The rehearsal</h2>
<dl>
<dt>Ended</dt><dd>${ended.replaceAll('_', ' ')}${ended_because === undefined ? '' : `: ${safeText(ended_because, 400)}`}</dd>
<dt>Result</dt><dd>${resultHtml(jsonText(simulated_result))}</dd>
<dt>Sandbox</dt><dd>${sandbox === null ? 'none: a workflow is data' : codeList(sandbox.layers)}</dd>
${
  attempts.length === 0
    ? undefined
    : html`<dt>Denied</dt><dd>${codeList(attempts.map(({ kind, target }) => `${kind} ${target}`))}</dd>`
}
<dt>Asked for tools</dt><dd>${contacted.every((each) => each.for !== 'tools/list') ? 'no server' : codeList(contacted.filter((each) => each.for === 'tools/list').map((each) => (each.in === undefined ? each.server : `${each.server} (in a copy)`)))}</dd>
<dt>Repeat with</dt><dd>${codeList([`--seed ${seed}`, `--now ${now}`])}</dd>
<dt>Plan</dt><dd><code>${safeText(plan_id)}</code></dd>
</dl>
</section>`
}

/** What is long is folded. */
function resultHtml(text: string): Html {
  const pre = html`<pre>${text}</pre>`
  const lines = text.split('\n').length
  return lines <= 15 ? pre : html`<details><summary>${lines} lines</summary>${pre}</details>`
}

const MAX_LISTED = 50

function codeList(texts: readonly string[]): Html {
  const shown = texts.slice(0, MAX_LISTED).map((text) => html`<code>${safeText(text)}</code> `)
  return html`${shown}${texts.length > MAX_LISTED ? moreText(texts.length - MAX_LISTED) : ''}`
}
