/**
 * Sizes and durations with their units: `34 MB`, `1.5 s`, as people read them, and `12h` as they write them. What was measured
 * is told so. A limit that somebody set is told exactly, in the unit of its option.
 */

/** `812 B`, `2.1 kB`, `34 MB`: powers of a thousand. */
export function sizeText(bytes: number): string {
  return scaled(bytes, SIZES)
}

/** `0.4 ms`, `120 ms`, `3.2 s`, `4 min`, `12 h`, `3 d`. */
export function durationText(ms: number): string {
  return scaled(ms, DURATIONS)
}

/** `3 h ago`, `just now`. */
export function ageText(ms: number): string {
  return ms < 1000 ? 'just now' : `${durationText(ms)} ago`
}

/** `30d`, `12 hours`, `90s`, `500ms` in milliseconds; Infinity for `never`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text === 'never') return Number.POSITIVE_INFINITY
  const [, count, unit = ''] =
    /^(\d{1,9}) ?(ms|s|m|h|d|w|seconds?|minutes?|hours?|days?|weeks?)$/.exec(text) ?? []
  const ms = unit === 'ms' ? 1 : WRITTEN[unit.charAt(0)]
  return count === undefined || ms === undefined ? undefined : Number(count) * ms
}

type Unit = readonly [name: string, size: number]

/** One decimal below ten, where it says something; none above. */
function scaled(value: number, [smallest, ...larger]: readonly [Unit, ...Unit[]]): string {
  const [unit, size] = larger.findLast(([, each]) => value >= each) ?? smallest
  const count = value / size
  return `${count < 9.95 ? Number(count.toFixed(1)) : Math.round(count)} ${unit}`
}

const SIZES: readonly [Unit, ...Unit[]] = [
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]
const DURATIONS: readonly [Unit, ...Unit[]] = [
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]
const WRITTEN: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
