/** What `npx` writes of itself, whatever the server does that it started (npm, "Logging": `logs-dir` is `_logs` in the cache). */
import type { SeenChange } from './copies.js'

/** In no folder that a server was given, by the name that npm gives: a server that cleans up npm's logs is still told. */
export function isRunnerLog({ path, change, isInRoot }: SeenChange): boolean {
  return !isInRoot && (change === 'made' || change === 'changed') && NPM_FILE.test(path)
}

const NPM_FILE = /\/(?:_logs\/\d{4}-\d\d-\d\dT[\d_]+Z-debug-\d+\.log|_update-notifier-last-checked)$/
