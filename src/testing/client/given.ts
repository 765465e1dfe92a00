/** Options that were given: a member that is undefined counts as absent. */

/** A copy without the members that are undefined, for functions whose options may be left out but not be undefined. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(options).filter(([, value]) => value !== undefined)
  // The members that are left have the types they had, without undefined.
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
