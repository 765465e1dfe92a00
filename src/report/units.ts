/** Numbers with units, as a person reads them. */

/** 12 → "12 ms", 1500 → "1.5 s", 95000 → "1.6 min". */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${trim(ms / 1000)} s`
  if (ms < 3_600_000) return `${trim(ms / 60_000)} min`
  return `${trim(ms / 3_600_000)} h`
}

/** How long ago, from two ISO 8601 times: "5 min ago", "just now", "3 d ago". */
export function formatAge(then: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(then)
  if (ms < 60_000) return 'just now'
  return ms < 172_800_000 ? `${formatMs(ms)} ago` : `${Math.floor(ms / 86_400_000)} d ago`
}

/** 1 → "1 call", 3 → "3 calls". */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`
}

function trim(n: number): string {
  return n.toFixed(1).replace(/\.0$/, '')
}
