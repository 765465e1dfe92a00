/** Long lists, cut and folded for a person. */
import { moreText } from '../../base/index.js'
import { type Html, html } from './html.js'

/** The first and the last items, and between them what `more` makes of the number that is left out, if any. */
export function shownItems(
  items: readonly Html[],
  {
    first,
    last,
    more,
  }: { readonly first: number; readonly last: number; readonly more: (left: number) => Html },
): readonly Html[] {
  const left = items.length - first - last
  return left <= 0 ? items : [...items.slice(0, first), more(left), ...items.slice(first + left)]
}

/** A list of `<li>`: a dozen of them, the others folded, and of many only the first and the last. */
export function foldedList(items: readonly Html[], noun: string): Html {
  const shown = shownItems(items, {
    first: 200,
    last: 20,
    more: (left) => html`<li class="none">${moreText(left, noun)}</li>\n`,
  })
  if (shown.length <= AT_ONCE + 2) return html`<ul>\n${shown}</ul>`
  return html`<ul>
${shown.slice(0, AT_ONCE)}</ul>
<details class="fold"><summary>${items.length - AT_ONCE} more ${noun}</summary>
<ul>
${shown.slice(AT_ONCE)}</ul></details>`
}

const AT_ONCE = 12
