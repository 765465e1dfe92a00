/** Makes the calls of a session once more in a fresh world: in order, groups as groups, with what that world made anew in place of its own. */
import type { JsonObject } from '../base/index.js'
import type { Play, PlayedCall } from './play.js'

/** A call that is to be made in the fresh world. */
export type CallAgain = Pick<PlayedCall, 'n' | 'server' | 'tool' | 'arguments'>

/** What came of it. */
export type PlayedAgain = Pick<PlayedCall, 'end' | 'changes' | 'asked'>

export interface ReplayOptions {
  /** Fresh plays of the same session that are over: what they showed helps this one. Default none. */
  readonly earlier?: readonly Play[]
  /** Makes one call in the fresh world. May be under way several times at once. */
  readonly call: (call: CallAgain) => Promise<PlayedAgain>
  /** Ends the servers of the fresh world and says what changed after the last answer. */
  readonly end: () => Promise<Play['late']>
}

/** Rejects with what `call` or `end` rejected with. */
export async function replaySession(session: Play, { call, end }: ReplayOptions): Promise<Play> {
  const calls: PlayedCall[] = []
  for (const group of groupsOf(session.calls)) {
    const ends = await Promise.all(
      group.map(async (each): Promise<PlayedCall> => {
        const { n, server, tool } = each
        const args: { arguments?: JsonObject } =
          each.arguments === undefined ? {} : { arguments: each.arguments }
        const again = await call({ n, server, tool, ...args })
        const { end: _, changes: __, asked: ___, ...same } = each
        return { ...same, ...args, ...again }
      }),
    )
    calls.push(...ends)
  }
  return { calls, late: await end() }
}

/** Neighbours of one group, or a call alone. */
function groupsOf<Call extends { readonly together?: number }>(
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
