/** The drawing beside the rows of a graph. Sixteen units are one rem, as is every row's height in `style.ts`. */
import { lanesOf } from './graph-layout.js'
import type { GraphRow, PlanGraph } from './graph-rows.js'
import { type Html, html } from './html.js'
import { shapeAt } from './source-mark.js'

/** Units from row to row: 2.25 rem. */
const ROW = 36
const EDGE = 10
/** How wide lanes and arcs may be together, so that a phone has room for the text. */
const MOST_WIDTH = 100

interface Point {
  readonly x: number
  readonly y: number
}

export function drawRail({ rows, isSequence }: PlanGraph): Html {
  const { points, width, edges } = isSequence ? sequence(rows) : branches(rows)
  const height = rows.length * ROW
  return html`<svg class="rail" viewBox="0 0 ${width} ${height}" width="${width / 16}rem" height="${height / 16}rem" aria-hidden="true">
${edges}${rows.map(({ mark }, i) => node(mark, points[i] ?? { x: 0, y: 0 }))}
</svg>`
}

interface Drawing {
  readonly points: readonly Point[]
  readonly width: number
  readonly edges: readonly Html[]
}

/** One below the other on a spine; an arc from each answer to where it was handed on. */
function sequence(rows: readonly GraphRow[]): Drawing {
  const spans = rows.flatMap(({ after }, i) => after.map((from) => i - from))
  const longest = Math.max(0, ...spans)
  const depthOf = (span: number): number =>
    longest <= 1 ? 20 : 16 + ((MOST_WIDTH - 2 * EDGE - 16) * Math.log(span)) / Math.log(Math.max(longest, 12))
  const depth = longest === 0 ? 0 : depthOf(longest)
  const x = EDGE + Math.round(depth)
  const points = rows.map((_, i) => ({ x, y: middleOf(i) }))
  const spine =
    rows.length < 2
      ? []
      : [html`<path class="spine" d="M${x} ${middleOf(0)}V${middleOf(rows.length - 1)}"></path>\n`]
  const arcs = rows.flatMap(({ after }, i) =>
    after.map((from) => {
      // A Bézier curve reaches three quarters as far as its handles.
      const bend = Math.round(x - (depthOf(i - from) * 4) / 3)
      return edge(
        rows[from],
        `M${x} ${middleOf(from)}C${bend} ${middleOf(from)} ${bend} ${middleOf(i)} ${x} ${middleOf(i)}`,
      )
    }),
  )
  return { points, width: x + EDGE, edges: [...spine, ...arcs] }
}

/** In lanes. An edge goes down where it begins, and turns to where it ends. */
function branches(rows: readonly GraphRow[]): Drawing {
  const lanes = lanesOf(rows.map(({ after }) => after))
  const most = Math.max(0, ...lanes)
  const gap = most === 0 ? 0 : Math.min(20, (MOST_WIDTH - 2 * EDGE) / most)
  const points = lanes.map((lane, i) => ({ x: Math.round(EDGE + lane * gap), y: middleOf(i) }))
  const edges = rows.flatMap(({ after }, i) =>
    after.flatMap((from) => {
      const [start, end] = [points[from], points[i]]
      if (start === undefined || end === undefined) return []
      const turn = end.y - ROW
      return edge(
        rows[from],
        `M${start.x} ${start.y}V${turn}C${start.x} ${end.y - 12} ${end.x} ${turn + 12} ${end.x} ${end.y}`,
      )
    }),
  )
  return { points, width: EDGE * 2 + Math.round(most * gap), edges }
}

function middleOf(row: number): number {
  return row * ROW + ROW / 2
}

/** In the colour of who gave what goes along it. */
function edge(from: GraphRow | undefined, path: string): Html {
  return html`<path class="edge s-${from?.mark ?? 'none'}" d="${path}"></path>\n`
}

function node(mark: GraphRow['mark'], at: Point): Html {
  return mark === undefined
    ? html`<circle class="ring s-none" cx="${at.x}" cy="${at.y}" r="4.5"></circle>`
    : shapeAt(mark, at)
}
