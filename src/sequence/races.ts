/** Calls that were made at once: whether what they left hangs on which came first. No fresh play proves that it does not. */
import { counted } from '../base/index.js'
import { ownFilesOf } from './own-files.js'
import type { Play, PlayedCall } from './play.js'

/** By the number of the first call of each group that raced: a sentence. */
export function findRaces(session: Play, plays: readonly Play[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const group of groupsOf(session.calls)) {
    const why = whyRaced(group, session, plays)
    const [first] = group
    if (why !== undefined && first !== undefined) found.set(first.n, why)
  }
  return found
}

/** Neighbours of one group, or a call alone. */
export function groupsOf<Call extends { readonly together?: number }>(
  calls: readonly Call[],
): readonly (readonly Call[])[] {
  const groups: Call[][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    if (last !== undefined && call.together !== undefined && last[0]?.together === call.together)
      last.push(call)
    else groups.push([call])
  }
  return groups
}

/** Each effect has to have moved a place that is no other's: else one of them may have undone what another did. */
function whyRaced(group: readonly PlayedCall[], session: Play, plays: readonly Play[]): string | undefined {
  const effects = group.filter(
    ({ isRead, end }) => !isRead && end.kind === 'answered' && end.outcome.kind === 'result',
  )
  if (effects.length === 0 || group.length < 2) return undefined
  const numbers = `${group[0]?.n} to ${group.at(-1)?.n}`
  const own = ownFilesOf(session)
  const fewest = Math.min(
    ...[session, ...plays].map((play) => {
      const calls = group.map(({ n }) => play.calls[n - 1])
      const moved = calls.flatMap((call) => call?.changes ?? [])
      return new Set(moved.filter(({ path, isInRoot }) => isInRoot && !own.has(path)).map(({ path }) => path))
        .size
    }),
  )
  if (effects.length >= 2 && fewest < effects.length)
    return `Calls ${numbers} were made at once, and ${counted(effects.length, 'effect')} moved ${counted(fewest, 'place')}: what they leave hangs on which comes first`
  return undefined
}
