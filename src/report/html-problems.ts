/** Findings, each with the line of the plan that it is about. */
import type { Report } from '../dryrun/index.js'
import { type Html, html } from './html.js'
import { shownItems } from './html-list.js'
import { placeText } from './place.js'
import { type Problem, problemsOf } from './problems.js'
import { safeText } from './safe-text.js'
import { excerptAround, splitLines } from './source-excerpt.js'

interface Plan {
  readonly fileName: string
  readonly source?: string
}

/** Undefined when there is nothing to tell. */
export function problemSection(report: Report, plan: Plan): Html | undefined {
  const problems = problemsOf(report)
  if (problems.length === 0) return undefined
  const lines = splitLines(plan.source)
  return html`<section>
<h2>Findings <span class="count">${problems.length}</span></h2>
${shownItems(
  problems.map((problem) => problemItem(problem, plan.fileName, lines)),
  { first: 100, last: 0, more: (left) => html`<p class="none">… ${left} more findings</p>` },
)}
</section>`
}

function problemItem(problem: Problem, fileName: string, lines: readonly string[]): Html {
  return html`<article>
<p class="about">${LABELS[labelOf(problem)]} <code>${problem.code}</code> <span class="place">${placeText(fileName, problem)}</span></p>
<p>${safeText(problem.message, 1000)}</p>
${excerpt(problem, lines)}
</article>`
}

function labelOf({ severity, certain }: Problem): keyof typeof LABELS {
  return severity === 'error' && !certain ? 'maybe' : severity
}

const LABELS = {
  error: html`<b class="tag bad">error</b>`,
  maybe: html`<b class="tag doubtful">maybe</b>`,
  warning: html`<b class="tag doubtful">warning</b>`,
  note: html`<b class="tag">note</b>`,
}

/** The line, with the character at the place marked. */
function excerpt({ line, column }: Problem, lines: readonly string[]): Html | undefined {
  const text = line === undefined ? undefined : lines[line - 1]
  if (text === undefined || text.trim() === '') return undefined
  const { before, after } = excerptAround(text, column ?? 1)
  const [marked = ' ', ...rest] = [...after]
  const tail = column === undefined ? after : rest.join('')
  const mark = column === undefined ? undefined : html`<mark>${safeText(marked)}</mark>`
  return html`<pre><span class="line">${line}</span>${safeText(before)}${mark}${safeText(tail)}</pre>`
}
