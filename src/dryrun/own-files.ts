/** Files that a server changes at every call, such as its log: nobody's effect. */
import type { Effects } from '../effects/index.js'
import { type CallGroup, mayWrite, type PlacedChange } from './placed-changes.js'

/**
 * Whether a change is the server's own: its file was changed at each call that was made alone, three or more, of two tools or more, and
 * one of them at least is said to change nothing. Where all may write, nothing tells a log from what they were asked to write.
 */
export function ownFiles(groups: readonly CallGroup[], effects: Effects): (change: PlacedChange) => boolean {
  const alone = groups.filter(({ calls }) => calls.length === 1)
  const servers = new Set(alone.flatMap(({ calls }) => calls.map(({ call }) => call.server)))
  const own = new Map(
    [...servers].map((server) => {
      const its = alone.filter(({ calls }) => calls[0]?.call.server === server)
      return [server, pathsChangedByEach(its, effects)] as const
    }),
  )
  const serverOf = new Map(groups.flatMap(({ calls }) => calls.map(({ call }) => [call.n, call.server])))
  return ({ path, change, call, sharedWith }) =>
    (change === 'made' || change === 'changed') &&
    [call, ...sharedWith].some((n) => own.get(serverOf.get(n) ?? '')?.has(path))
}

const NONE: ReadonlySet<string> = new Set()
const LEAST_CALLS = 3

function pathsChangedByEach(alone: readonly CallGroup[], effects: Effects): ReadonlySet<string> {
  const calls = alone.flatMap((group) => group.calls.map(({ call }) => call))
  const tools = new Set(calls.map(({ tool }) => tool))
  const isAnyRead = calls.some((call) => !mayWrite(call, effects))
  const [first, ...others] = alone.map(
    ({ changes }) => new Set(changes.filter(isKept).map(({ path }) => path)),
  )
  if (first === undefined || calls.length < LEAST_CALLS || tools.size < 2 || !isAnyRead) return NONE
  return new Set([...first].filter((path) => others.every((paths) => paths.has(path))))
}

/** What is lost is told, whoever did it. */
function isKept({ change }: PlacedChange): boolean {
  return change === 'made' || change === 'changed'
}
