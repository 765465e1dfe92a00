/** The report as one HTML file: no script, no resource from elsewhere, readable in light and dark and on paper. */

import type { Report } from '../dryrun/index.js'
import { uncopiedSentences } from './copies.js'
import { assumedBy, verdictWord } from './guesses.js'
import { type Html, html, sentenceHtml } from './html.js'
import { callSection } from './html-calls.js'
import { fileSection } from './html-files.js'
import { problemSection } from './html-problems.js'
import {
  adviceSection,
  consoleSection,
  copySection,
  effectSection,
  unreachedSection,
} from './html-sections.js'
import { HTML_STYLE } from './html-style.js'
import { jsonText } from './json-text.js'
import { safeText } from './safe-text.js'
import { summaryLines } from './summary.js'

export interface HtmlOptions {
  readonly fileName: string
  /** The plan's text, to show the lines that messages are about. */
  readonly source?: string
}

/** A whole document. Foreign text is escaped; should any markup get in all the same, the document's policy loads and runs nothing. */
export function renderHtml(report: Report, options: HtmlOptions): string {
  const { verdict } = report
  const name = safeText(options.fileName)
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${verdictWord(report)} ${name} – dry run</title>
<style>${STYLE}</style>
</head>
<body>
<header>
${assumedBy(report) > 0 ? html`<p class="verdict good">✓ ${sentenceCase(verdictWord(report))}</p>` : VERDICTS[verdict]}
<h1>${name}</h1>
${summaryLines(report).map((line) => html`<p>${line}</p>`)}${uncopiedSentences(report).map((each) => html`<p>${sentenceHtml(each)}</p>`)}
</header>
<main>
${problemSection(report, options)}
${adviceSection(report)}
${fileSection(report)}
${callSection(report)}
${effectSection(report)}
${unreachedSection(report, name)}
${copySection(report)}
${consoleSection(report)}
${runSection(report)}
</main>
</body>
</html>
`.markup
}

function sentenceCase(text: string): string {
  return text.slice(0, 1) + text.slice(1).toLowerCase()
}

const VERDICTS: Readonly<Record<Report['verdict'], Html>> = {
  pass: html`<p class="verdict good">✓ Pass</p>`,
  fail: html`<p class="verdict bad">✗ Fail</p>`,
  uncertain: html`<p class="verdict doubtful">? Uncertain</p>`,
}

// Our own; escaped, its selectors would break.
const STYLE: Html = { markup: HTML_STYLE }

/** How the rehearsal was run: what kept the plan inside, what it tried, what it can be repeated with. */
function runSection(report: Report): Html {
  const { sandbox, contacted, seed, now, plan_id, ended, ended_because, simulated_result } = report
  const attempts = sandbox?.capability_attempts ?? []
  return html`<section>
<h2>The rehearsal</h2>
<dl>
<dt>Ended</dt><dd>${ended.replaceAll('_', ' ')}${ended_because === undefined ? '' : `: ${safeText(ended_because, 400)}`}</dd>
<dt>Result</dt><dd><pre>${jsonText(simulated_result)}</pre></dd>
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

const MAX_LISTED = 50

function codeList(texts: readonly string[]): Html {
  const shown = texts.slice(0, MAX_LISTED).map((text) => html`<code>${safeText(text)}</code> `)
  return html`${shown}${texts.length > MAX_LISTED ? `… ${texts.length - MAX_LISTED} more` : ''}`
}
