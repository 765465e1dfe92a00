/** Durations as people write them. */

/** `30d`, `12 hours`, `90s`, `500ms` in milliseconds; Infinity for `never`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text === 'never') return Number.POSITIVE_INFINITY
  const [, count, unit = ''] =
    /^(\d{1,9}) ?(ms|s|m|h|d|w|seconds?|minutes?|hours?|days?|weeks?)$/.exec(text) ?? []
  const ms = unit === 'ms' ? 1 : UNITS[unit.charAt(0)]
  return count === undefined || ms === undefined ? undefined : Number(count) * ms
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
