/** Points in time, as users write them. */
import { parseDuration, UsageError } from '../../base/index.js'

/**
 * A time (ISO 8601: `2026-01-31`, `2026-01-31T12:00:00Z`) or how long ago (`30d`, `12h`, `5m`, `10s`, `2w`), as a store compares it.
 * @throws UsageError USAGE
 */
export function parseMoment(text: string, option: string, nowMs: number): string {
  const at = ISO.test(text) ? Date.parse(text) : nowMs - ageIn(text, option, 'a time such as 2026-01-31')
  return asStoreTime(at, text, option)
}

/** How long ago. @throws UsageError USAGE */
export function parseAge(text: string, option: string, nowMs: number): string {
  return asStoreTime(nowMs - ageIn(text, option), text, option)
}

function ageIn(text: string, option: string, ...others: readonly string[]): number {
  const ms = parseDuration(text)
  if (ms !== undefined && Number.isFinite(ms)) return ms
  throw new UsageError('USAGE', `Cannot use ${option} ${JSON.stringify(text)}: it is no time`, {
    hint: `write ${[...others, '30d, 12h, 5m or 10s'].join(', or how long ago, such as ')}`,
  })
}

function asStoreTime(ms: number, text: string, option: string): string {
  // Stores compare times as text: those of other years have another length.
  if (ms >= 0 && ms < Date.UTC(10_000, 0)) return new Date(ms).toISOString()
  throw new UsageError('USAGE', `Cannot use ${option} ${JSON.stringify(text)}: there is no such day`)
}

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/
