/** `1 call`, `3 calls`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** `once`, `3 times`. */
export function countedTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
