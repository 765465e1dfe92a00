/** Sizes, times and numbers, as people read them. */

/** `812 B`, `2.1 kB`, `34 MB`: powers of a thousand. */
export function sizeInWords(bytes: number): string {
  return scaled(bytes, [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
    ['B', 1],
  ])
}

/** `0.4 ms`, `120 ms`, `3.2 s`, `4 min`. */
export function durationInWords(ms: number): string {
  return scaled(ms, [
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
    ['ms', 1],
  ])
}

/** `12,345 recordings`, `1 recording`. */
export function amount(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
}

function scaled(value: number, units: readonly (readonly [unit: string, size: number])[]): string {
  const [unit, size] = units.find(([, each]) => value >= each) ?? units[units.length - 1] ?? ['', 1]
  const count = value / size
  return `${count < 10 && !Number.isInteger(count) ? count.toFixed(1) : Math.round(count)} ${unit}`
}
