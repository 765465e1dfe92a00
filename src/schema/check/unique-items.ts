/** `uniqueItems` in time linear in the text of the items. */
import type { JsonValue } from '../../base/index.js'

/** The positions of the first two equal items. */
export function firstRepeat(items: readonly JsonValue[]): readonly [number, number] | undefined {
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const key = structuralKey(item)
    const earlier = seen.get(key)
    if (earlier !== undefined) return [earlier, index]
    seen.set(key, index)
  }
  return undefined
}

/** One text for equal values. Unlike canonical JSON it takes every string that JSON.parse can make. */
export function structuralKey(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(structuralKey).join(',')}]`
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${structuralKey(member)}`,
  )
  return `{${members.sort().join(',')}}`
}
