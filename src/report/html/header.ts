/** The head of the page: the verdict, what it means in a few sentences, and who answered. */
import type { Report } from '../../dryrun/index.js'
import { uncopiedSentences } from '../copies.js'
import { assumedBy, verdictWord } from '../guesses.js'
import { summaryLines } from '../summary.js'
import { type Html, html, sentenceHtml } from './html.js'
import { countedMarks, dot } from './source-mark.js'

/** `name` is safe to show. */
export function pageHeader(report: Report, name: string): Html {
  const [first = '', ...lines] = summaryLines(report)
  return html`<header>
${assumedBy(report) > 0 ? html`<p class="verdict good">✓ ${sentenceCase(verdictWord(report))}</p>` : VERDICTS[report.verdict]}
<h1>${name}</h1>
<p class="lead">${first}</p>
${lines.map((line) => html`<p>${line}</p>`)}${uncopiedSentences(report).map((each) => html`<p>${sentenceHtml(each)}</p>`)}
${sourceBar(report)}
</header>`
}

function sentenceCase(text: string): string {
  return text.slice(0, 1) + text.slice(1).toLowerCase()
}

const VERDICTS: Readonly<Record<Report['verdict'], Html>> = {
  pass: html`<p class="verdict good">✓ Pass</p>`,
  fail: html`<p class="verdict bad">✗ Fail</p>`,
  uncertain: html`<p class="verdict doubtful">? Uncertain</p>`,
}

/** One bar as long as all calls together, and what its colours mean. Undefined without calls. */
function sourceBar(report: Report): Html | undefined {
  const counted = countedMarks(report)
  if (counted.length === 0) return undefined
  const parts = counted.map(({ mark, count }, i) => {
    const before = counted.slice(0, i).reduce((sum, each) => sum + each.count, 0)
    return html`<rect class="bar s-${mark}" x="${before}" y="0" width="${count}" height="1"></rect>`
  })
  return html`<svg class="bars" viewBox="0 0 ${report.calls.length} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul class="legend" aria-label="Who answered">
${counted.map(({ mark, count }) => html`<li>${dot(mark)} ${mark} <b>${count}</b></li>\n`)}</ul>`
}
