/** Files that a server changes by itself, such as its log: nobody's effect, and no two worlds have them alike. */
import type { Play, PlayedCall, PlayedChange } from './play.js'

/**
 * Changed at each lone call of a server, three or more, of two tools or more, one of which is said to change nothing: as rehearsals of
 * programs have it. Also what a lone call moved that is said to change nothing, where no call of the session names it: but what git keeps
 * in a repository, which a look refreshes. And what only lone calls that failed, or that change nothing, ever added lines to, and no call
 * names: a log of errors.
 */
export function ownFilesOf(play: Play): ReadonlySet<string> {
  const { calls } = play
  const own = new Set<string>()
  const named = JSON.stringify(calls.map((call) => call.arguments ?? {}))
  for (const { isRead, together, changes } of calls)
    if (isRead && together === undefined)
      for (const { path } of changes)
        if (!IS_OF_GIT.test(path) && !named.includes(path.slice(path.lastIndexOf('/') + 1))) own.add(path)
  for (const path of errorLogsOf(play))
    if (!named.includes(path.slice(path.lastIndexOf('/') + 1))) own.add(path)
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
const IS_CALLED_LOG = /(?:^|\/)logs?\/|\.log$/
const IS_OF_GIT = /(?:^|\/)\.git(?:\/|$)/

/** A server may write its log once it has answered: what is seen with the next call, or at the end, may be of the call before. */
function errorLogsOf({ calls, late }: Play): readonly string[] {
  const isBehind = (i: number): boolean => {
    const before = calls[i - 1]
    return before !== undefined && hasNoEffect(before)
  }
  const changes = [
    ...calls.flatMap((call, i) => {
      const isOf = hasNoEffect(call)
      return call.changes.map((change) => ({ change, isOf, isLog: isOf || isBehind(i), server: call.server }))
    }),
    ...late.map((change) => ({
      ...{ change, isOf: isBehind(calls.length), isLog: isBehind(calls.length) },
      server: calls.at(-1)?.server,
    })),
  ]
  return [...new Set(changes.map(({ change }) => change.path))].filter((path) => {
    const ofPath = changes.filter(({ change }) => change.path === path)
    // What was never seen with such a call itself may be what the next ones are there for, unless it is called a log.
    const told = ofPath.filter(({ isOf }) => isOf)
    const isTold = IS_CALLED_LOG.test(path) || told.length > 0
    return (
      !IS_OF_GIT.test(path) &&
      isTold &&
      new Set(told.map(({ server }) => server)).size <= 1 &&
      ofPath.every(({ change, isLog }) => isLog && isAddedTo(change))
    )
  })
}

function hasNoEffect({ isRead, end, together }: PlayedCall): boolean {
  return together === undefined && (isRead || (end.kind === 'answered' && end.outcome.kind !== 'result'))
}

function isAddedTo({ before, after, from }: PlayedChange): boolean {
  if (from !== undefined || after?.kind !== 'file' || before?.kind !== 'file') return false
  const [was, is] = [before.content, after.content]
  if (was === undefined || is === undefined) return after.bytes > before.bytes
  return Buffer.from(is).subarray(0, was.length).equals(was)
}
