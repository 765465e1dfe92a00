/** Members that every object of JavaScript is found to have. */

/** Whoever looks for an optional member of such a name finds that of every object where there is none, and says that it does not fit. */
export function isInherited(name: string): boolean {
  return Object.hasOwn(Object.prototype, name)
}
