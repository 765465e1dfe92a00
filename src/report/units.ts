/** Numbers with units, as a person reads them. */

/** 12 → "12 ms", 1500 → "1.5 s", 95000 → "1.6 min". */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${trim(ms / 1000)} s`
  if (ms < 3_600_000) return `${trim(ms / 60_000)} min`
  return `${trim(ms / 3_600_000)} h`
}

/** 812 → "812 B", 2100 → "2.1 kB": powers of a thousand. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${trim(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${trim(bytes / 1e6)} MB` : `${trim(bytes / 1e9)} GB`
}

/** How long ago, from two ISO 8601 times: "5 min ago", "just now", "3 d ago". */
export function formatAge(then: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(then)
  if (ms < 60_000) return 'just now'
  return ms < 172_800_000 ? `${formatMs(ms)} ago` : `${Math.floor(ms / 86_400_000)} d ago`
}

function trim(n: number): string {
  return n.toFixed(1).replace(/\.0$/, '')
}
