/** The plan as a graph: a rail of nodes coloured by who answered, with what each was given, and a row of text beside each. */
import { callsText, moreText } from '../../base/index.js'
import type { Report, ReportedCall, SideEffect } from '../../dryrun/index.js'
import { isRefused } from '../answered-from.js'
import { safeText } from '../safe-text.js'
import { inShort } from './call-note.js'
import { drawRail } from './graph-rail.js'
import { type GraphRow, planGraph } from './graph-rows.js'
import { type Html, html } from './html.js'

/** Undefined where there is nothing to draw. */
export function graphSection(report: Report): Html | undefined {
  const graph = planGraph(report)
  if (graph.rows.length === 0) return undefined
  const effects = new Map(report.side_effects.map((effect) => [effect.call, effect.effect]))
  return html`<section>
<h2>Plan <span class="count">${graph.isSequence ? 'calls in their order, and whose answers they were given' : 'tasks, and what they wait for'}</span></h2>
<div class="graph">${drawRail(graph)}
<ol class="nodes">
${graph.rows.map((row) => rowHtml(row, graph.rows, effects))}</ol></div>
${graph.left > 0 ? html`<p class="none">${moreText(graph.left)}</p>` : undefined}
</section>`
}

function rowHtml(
  row: GraphRow,
  rows: readonly GraphRow[],
  effects: ReadonlyMap<number, SideEffect['effect']>,
): Html {
  const { calls, task } = row
  const [first] = calls
  const tool = safeText(first?.tool ?? task?.tool ?? '', 100)
  const effect = calls.flatMap(({ n }) => effects.get(n) ?? [])[0]
  return html`<li>${task === undefined ? html`<span class="n">${first?.n}</span>` : html`<b class="id">${safeText(task.id, 60)}</b>`}
${first === undefined ? html`<code class="tool">${tool}</code>` : html`<a class="tool" href="#call-${first.n}"><code>${tool}</code></a>`}
${calls.length > 1 ? html`<span class="times">×${calls.length}</span>` : undefined}${effect === undefined ? undefined : EFFECT_TAGS[effect]}${givenBy(row, rows)}${first === undefined ? undefined : html`<span class="short">${inShort(first.arguments)}</span>`}${first === undefined ? html`<span class="source">${task?.state}</span>` : sourceOf(first)}</li>
`
}

/** Who answered, in a word; the program says it in full. */
function sourceOf(call: ReportedCall): Html {
  const from = isRefused(call) ? 'refused' : call.source
  if (call.outcome !== 'result') return html`<span class="source bad">${from}: ${call.outcome}</span>`
  return html`<span class="source">${from}${call.influence === 'decides' ? html` <b class="tag doubtful">decides</b>` : undefined}</span>`
}

const EFFECT_TAGS: Readonly<Record<SideEffect['effect'], Html>> = {
  write: html`<b class="tag doubtful">write</b>`,
  destructive: html`<b class="tag bad">destructive</b>`,
  external: html`<b class="tag doubtful">external</b>`,
  unknown: html`<b class="tag doubtful">unknown effect</b>`,
}

/** The edges in words: for those who see no drawing. */
function givenBy({ after, task }: GraphRow, rows: readonly GraphRow[]): Html | undefined {
  if (after.length === 0) return undefined
  if (task !== undefined)
    return html`<span class="given">after ${safeText(after.map((row) => rows[row]?.task?.id ?? '').join(', '), 80)}</span>`
  const numbers = after.flatMap((row) => rows[row]?.calls[0]?.n ?? [])
  return html`<span class="given">with what ${callsText(numbers)} said</span>`
}
