/** Closes a switch over a union: the compiler proves that every case is handled. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
