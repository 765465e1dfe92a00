/** Debian's Chromium, as `install.sh` installs it. */
import { accessSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Its path; undefined where there is none. */
export function findBrowser(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium'))
  return places.find((path) => {
    try {
      accessSync(path)
      return true
    } catch {
      // It is not there.
      return false
    }
  })
}
