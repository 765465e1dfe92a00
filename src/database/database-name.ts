/** How users name a database that is no file. */

/** True for what is the address of a PostgreSQL database and no path. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text)
}
