/** Makes the calls of a session once more in a fresh world: in order, groups as groups, with what that world made anew in place of its own. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { measuredIn } from './measured.js'
import { inOrderSeen } from './order-seen.js'
import { createOwnMap, type OwnMap, wordsOf } from './own-map.js'
import { compareAnswers } from './own-values.js'
import type { Play, PlayedCall } from './play.js'
import { groupsOf } from './races.js'
import { lastName } from './template.js'

/** A call that is to be made in the fresh world. */
export type CallAgain = Pick<PlayedCall, 'n' | 'server' | 'tool' | 'arguments'>

/** What came of it. */
export type PlayedAgain = Pick<PlayedCall, 'end' | 'changes' | 'asked'>

export interface ReplayOptions {
  /** Makes one call in the fresh world. May be under way several times at once. */
  readonly call: (call: CallAgain) => Promise<PlayedAgain>
  /** Ends the servers of the fresh world and says what changed after the last answer. */
  readonly end: () => Promise<Play['late']>
}

/** Rejects with what `call` or `end` rejected with. */
export async function replaySession(session: Play, { call, end }: ReplayOptions): Promise<Play> {
  const calls: PlayedCall[] = []
  const map = createOwnMap()
  const measured = measuredIn(session)
  const fixed = new Set<string>()
  const short: ShortValue[] = []
  const answered = new Map<number, number>()
  for (const group of groupsOf(session.calls)) {
    const again = await Promise.all(
      group.map(async (each): Promise<PlayedCall> => {
        const { n, server, tool } = each
        const args =
          each.arguments === undefined
            ? {}
            : { arguments: argumentsIn(each.arguments, each.server, map, short) }
        const { end: _, changes: __, asked: ___, ...same } = each
        const came = await call({ n, server, tool, ...args })
        answered.set(n, answered.size)
        return { ...same, ...args, ...came }
      }),
    )
    for (const each of again) {
      const original = group.find(({ n }) => n === each.n) as PlayedCall
      for (const word of wordsOf(original.arguments ?? {})) if (!map.isStale(word)) fixed.add(word)
      const compared = compareAnswers(original, each, {
        ...{ map, ...measured },
        isFixed: (word) => fixed.has(word),
      })
      // Where it is another answer the play goes on all the same: what it shows further on is worth telling, too.
      if (compared.kind !== 'alike') continue
      for (const { pointer, session: was, other } of compared.words)
        short.push({ server: original.server, name: lastName(pointer), session: was, other })
    }
    calls.push(...again)
  }
  return { calls: inOrderSeen(calls, ({ n }) => answered.get(n) ?? n), late: await end() }
}

interface ShortValue {
  readonly server: string
  readonly name: string
  readonly session: string
  readonly other: string
}

/** By word; a short value only where it bears the name at both ends, of one server. */
function argumentsIn(
  args: JsonObject,
  server: string,
  map: OwnMap,
  short: readonly ShortValue[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [map.render(name), inside(value, name)]),
  )

  function inside(value: JsonValue, name: string): JsonValue {
    if (isJsonArray(value)) return value.map((item) => inside(item, name))
    if (isJsonObject(value)) return argumentsIn(value, server, map, short)
    const found = short.findLast(
      (each) =>
        each.server === server &&
        each.name === name &&
        each.session === String(value) &&
        each.session.length < 6,
    )
    if (found === undefined) return map.renderValue(value)
    return typeof value === 'number' ? Number(found.other) : found.other
  }
}
