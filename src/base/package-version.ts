/** Which release this is. */
import { readFileSync } from 'node:fs'

/** The release's version, from its package.json. */
export function packageVersion(): string {
  known ??= (
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version
  return known
}

/** Of the code that runs: what is installed over it meanwhile is not it. */
let known: string | undefined
