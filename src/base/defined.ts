/**
 * A copy without the members that are undefined: for options that may be left out and not be undefined, and for what is written as
 * JSON.
 */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined)
  // The members that are left have the types they had, without undefined.
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
