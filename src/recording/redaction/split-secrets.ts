/** Secrets that begin in one text of a list and go on in the next: blocks of content, chunks of an output. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import type { SecretRange } from './secret-spellings.js'

/** The list with a placeholder where each such secret began; the very list when there is none. Secrets of one text alone are left. */
export function redactSplit(
  items: readonly JsonValue[],
  find: (text: string) => readonly SecretRange[],
  hide: (secret: string) => string,
): readonly JsonValue[] {
  const texts = items.map(textOf)
  const changed = [...items]
  for (let from = 0; from < items.length; from++) {
    let to = from
    while (texts[to] !== undefined) to++
    if (to - from > 1)
      for (const [i, text] of withoutSplit(texts.slice(from, to).map(String), find, hide).entries())
        if (text !== texts[from + i]) changed[from + i] = withText(items[from + i] ?? null, text)
    from = Math.max(from, to)
  }
  return changed.every((item, i) => item === items[i]) ? items : changed
}

function withoutSplit(
  texts: readonly string[],
  find: (text: string) => readonly SecretRange[],
  hide: (secret: string) => string,
): readonly string[] {
  let start = 0
  const places = texts.map((text) => {
    start += text.length
    return { start: start - text.length, end: start }
  })
  const split = find(texts.join('')).filter((range) =>
    places.every(({ start, end }) => range.start < start || range.end > end),
  )
  // From the last to the first, so that what stands in front stays where it is.
  return split.reduceRight<readonly string[]>(
    (rest, { start, end, secret }) =>
      rest.map((text, i) => {
        const place = places[i] ?? { start: 0, end: 0 }
        if (end <= place.start || start >= place.end) return text
        const own = start >= place.start
        return (
          text.slice(0, Math.max(0, start - place.start)) +
          (own ? hide(secret) : '') +
          text.slice(end - place.start)
        )
      }),
    texts,
  )
}

function textOf(item: JsonValue): string | undefined {
  if (typeof item === 'string') return item
  return isJsonObject(item) && typeof item.text === 'string' ? item.text : undefined
}

function withText(item: JsonValue, text: string): JsonValue {
  return isJsonObject(item) ? { ...item, text } : text
}
