/** Which processes this one has started and not yet outlived. */
import { readdirSync, readFileSync } from 'node:fs'

/** Command lines of the living children. Empty where there is no /proc. */
export function livingChildren(): readonly string[] {
  return childIds().flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()].filter(
        (command) => command !== '',
      )
    } catch {
      // It ended between the two looks.
      return []
    }
  })
}

function childIds(): readonly string[] {
  try {
    return readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((pid) => pid !== ''),
    )
  } catch {
    // Not Linux.
    return []
  }
}
