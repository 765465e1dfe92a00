/** Files that a server changes by itself, such as its log: nobody's effect, and no two worlds have them alike. */
import type { Play } from './play.js'

/**
 * Changed at each lone call of a server, three or more, of two tools or more, one of which is said to change nothing: as rehearsals of
 * programs have it. Also what a lone call moved that is said to change nothing, where no call of the session names it: but what git keeps
 * in a repository, which a look refreshes.
 */
export function ownFilesOf({ calls }: Play): ReadonlySet<string> {
  const own = new Set<string>()
  const named = JSON.stringify(calls.map((call) => call.arguments ?? {}))
  for (const { isRead, together, changes } of calls)
    if (isRead && together === undefined)
      for (const { path } of changes)
        if (!/(?:^|\/)\.git(?:\/|$)/.test(path) && !named.includes(path.slice(path.lastIndexOf('/') + 1)))
          own.add(path)
  for (const server of new Set(calls.map((call) => call.server))) {
    const alone = calls.filter((call) => call.server === server && call.together === undefined)
    const isTold =
      alone.length >= LEAST_CALLS &&
      new Set(alone.map(({ tool }) => tool)).size >= 2 &&
      alone.some(({ isRead }) => isRead)
    const [first, ...others] = alone.map(({ changes }) => new Set(changes.map(({ path }) => path)))
    if (!isTold || first === undefined) continue
    for (const path of first) if (others.every((paths) => paths.has(path))) own.add(path)
  }
  return own
}

const LEAST_CALLS = 3
