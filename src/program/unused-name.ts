/** A name that a text has for nothing. */
export function unusedName(code: string, wanted: string): string {
  let name = wanted
  while (code.includes(name)) name = `$${name}`
  return name
}
