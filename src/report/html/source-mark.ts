/** How the source of an answer looks: a colour, and a shape for those who see none. */
import type { Report, ReportedCall } from '../../dryrun/index.js'
import { isRefused } from '../answered-from.js'
import { type Html, html } from './html.js'

/** What answered: a source, or nobody, as the call was refused. */
export type Mark = ReportedCall['source'] | 'refused'

/** A disc for what a server or the user said, a ring for what neither did, a cross for a refusal; the strongest evidence first. */
const SHAPES: Readonly<Record<Mark, 'disc' | 'ring' | 'cross'>> = {
  copy: 'disc',
  live: 'disc',
  'stand-in': 'disc',
  recording: 'disc',
  stub: 'disc',
  overlay: 'disc',
  preview: 'ring',
  nearest: 'ring',
  learned: 'ring',
  schema: 'ring',
  unknown: 'ring',
  refused: 'cross',
}

export function markOf(call: ReportedCall): Mark {
  return isRefused(call) ? 'refused' : call.source
}

/** How many calls each answered, the strongest evidence first. */
export function countedMarks({ calls }: Report): readonly { readonly mark: Mark; readonly count: number }[] {
  const marks = calls.map(markOf)
  return (Object.keys(SHAPES) as Mark[])
    .map((mark) => ({ mark, count: marks.filter((each) => each === mark).length }))
    .filter(({ count }) => count > 0)
}

/** The mark alone, within a line of text. */
export function dot(mark: Mark): Html {
  return html`<svg class="dot" viewBox="-8 -8 16 16" aria-hidden="true">${shapeAt(mark, { x: 0, y: 0 })}</svg>`
}

export function shapeAt(mark: Mark, { x, y }: { readonly x: number; readonly y: number }): Html {
  switch (SHAPES[mark]) {
    case 'disc':
      return html`<circle class="disc s-${mark}" cx="${x}" cy="${y}" r="5.5"></circle>`
    case 'ring':
      return html`<circle class="ring s-${mark}" cx="${x}" cy="${y}" r="4.5"></circle>`
    case 'cross':
      return html`<path class="cross s-${mark}" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8"></path>`
  }
}
