/** Numbers of things: `1 call`, `12,345 calls`. */

/** `12,345`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 call`, `12,345 calls`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`
}

/** `once`, `3 times`. */
export function countedTimes(count: number): string {
  return count === 1 ? 'once' : `${grouped(count)} times`
}
