/** Long lists, cut for a person. */
import type { Html } from './html.js'

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
