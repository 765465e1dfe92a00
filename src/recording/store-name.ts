/** How users name a store. */
export { isPostgresUrl } from '../database/database-name.js'

/** Below the folder that a command runs in. */
export const DEFAULT_STORE = '.understudy/recordings.db'
