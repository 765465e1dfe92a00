/** How users name a store. */

/** Below the folder that a command runs in. */
export const DEFAULT_STORE = '.understudy/recordings.db'

/** True for what is the address of a PostgreSQL store and no path. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text)
}
