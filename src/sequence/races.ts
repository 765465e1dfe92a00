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

/**
 * Each effect has to have moved a place that is no other's: else one of them may have undone what another did. And each that was tried has to
 * come to the same in every play: else which of them succeeds hangs on the moment.
 */
function whyRaced(group: readonly PlayedCall[], session: Play, plays: readonly Play[]): string | undefined {
  const tried = group.filter(({ isRead }) => !isRead)
  const isOtherwise = ({ n, end }: PlayedCall): boolean =>
    plays.some((play) => outcomeOf(play.calls[n - 1]?.end) !== outcomeOf(end))
  if (tried.length >= 2 && tried.some(isOtherwise))
    return `Calls ${group[0]?.n} to ${group.at(-1)?.n} were made at once, and which of them succeed hangs on which comes first`
  const made = group.filter(isEffect)
  if (made.length < 2) return undefined
  const effects = made.filter(
    ({ server }) => made.filter((each) => each.server === server).length > 1 || !hasMemory(server, session),
  )
  const own = ownFilesOf(session)
  const fewest = Math.min(
    ...[session, ...plays].map((play) => {
      const calls = group.map(({ n }) => play.calls[n - 1])
      const moved = calls.flatMap((call) => call?.changes ?? [])
      return new Set(moved.filter(({ path, isInRoot }) => isInRoot && !own.has(path)).map(({ path }) => path))
        .size
    }),
  )
  if (fewest >= effects.length) return undefined
  return `Calls ${group[0]?.n} to ${group.at(-1)?.n} were made at once, and ${counted(effects.length, 'effect')} moved ${counted(fewest, 'place')}: what they leave hangs on which comes first`
}

function outcomeOf(end: PlayedCall['end'] | undefined): string | undefined {
  return end?.kind === 'answered' ? end.outcome.kind : undefined
}

function isEffect({ isRead, end }: PlayedCall): boolean {
  return !isRead && end.kind === 'answered' && end.outcome.kind === 'result'
}

/** Whether an effect of it, alone, moved no file: one of those beside effects of other servers can be in nobody's way. */
function hasMemory(server: string, { calls }: Play): boolean {
  return calls.some(
    (call) =>
      call.server === server && call.together === undefined && isEffect(call) && call.changes.length === 0,
  )
}
