/** Which release this is. */
import { readFileSync } from 'node:fs'

/** The release's version, from its package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
