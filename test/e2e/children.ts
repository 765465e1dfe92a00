/** Which processes this one has started and not yet outlived. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the living processes that another one has started, and those have in their turn. Empty where there is no /proc. */
export function livingDescendants(pid: number): readonly number[] {
  const children = childIds(String(pid)).map(Number)
  return children.flatMap((each) => [each, ...livingDescendants(each)])
}

/** Command lines of the living children. Empty where there is no /proc. */
export function livingChildren(): readonly string[] {
  return childIds('self').flatMap((pid) => {
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

function childIds(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((pid) => pid !== ''),
    )
  } catch {
    // Not Linux.
    return []
  }
}
