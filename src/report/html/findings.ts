/** Findings, the worst first; the program shows each at its line once more. */
import type { Report } from '../../dryrun/index.js'
import { placeText } from '../place.js'
import { type Problem, problemsOf } from '../problems.js'
import { safeText } from '../safe-text.js'
import { type Html, html } from './html.js'
import { foldedList } from './shown-items.js'

/** Undefined when there is nothing to tell. */
export function findingSection(report: Report, fileName: string): Html | undefined {
  const problems = problemsOf(report)
  if (problems.length === 0) return undefined
  return html`<section>
<h2>Findings <span class="count">${problems.length}</span></h2>
<div class="findings">
${foldedList(
  problems.map((problem) => findingItem(problem, fileName)),
  'findings',
)}</div>
</section>`
}

function findingItem(problem: Problem, fileName: string): Html {
  const place = placeText(fileName, problem)
  return html`<li>${tagOf(problem)}<div><p>${safeText(problem.message, 1000)}</p>
<p class="about"><code>${problem.code}</code> ${problem.line === undefined ? html`<span class="place">${place}</span>` : html`<a class="place" href="#L${problem.line}">${place}</a>`}</p></div></li>
`
}

/** How bad it is, in a word and a colour. */
export function tagOf({ severity, certain }: Problem): Html {
  return TAGS[severity === 'error' && !certain ? 'maybe' : severity]
}

const TAGS = {
  error: html`<b class="tag bad">error</b>`,
  maybe: html`<b class="tag doubtful">maybe</b>`,
  warning: html`<b class="tag doubtful">warning</b>`,
  note: html`<b class="tag">note</b>`,
}
