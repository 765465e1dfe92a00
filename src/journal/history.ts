/** What a run has done before: its calls are answered from it, and the way of the program is held against it. */
import { deferred, digest, positionKey } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import { type AskedCall, type JournaledCall, keyOf } from './run-journal.js'

export interface HistoryOptions {
  readonly calls: readonly JournaledCall[]
  /** Keeps what arguments say out of their digests. */
  readonly salt: string
  /**
   * Whether the order of calls hangs on the answers alone, as that of a program does whose time is the journal's. Tasks of a workflow are
   * asked for as servers are fast, and each hangs on its own answers.
   */
  readonly isOrdered: boolean
}

export interface History {
  /** Names a call, in the order in which they are asked, and finds what the journal has of it. */
  meet(call: ToolCall): Met
  /** How many calls of the journal nobody has asked for so far. */
  unasked(): number
  /** Resolves when a call that is not in the journal may leave: no answer given before can still lead elsewhere. */
  readonly over: Promise<void>
}

export interface Met {
  readonly asked: AskedCall
  readonly past?: JournaledCall | undefined
  /** Why it is not the call that stood there: a sentence. */
  readonly isAnother?: string | undefined
}

export function createHistory({ calls, salt, isOrdered }: HistoryOptions): History {
  const left = new Map(calls.map((call) => [keyOf(call), call]))
  const times = new Map<string, number>()
  const { promise: over, resolve: finish } = deferred()
  if (calls.length === 0 || !isOrdered) finish()
  return {
    meet(call) {
      const asked = name(call)
      const past = left.get(keyOf(asked))
      if (past === undefined) return { asked }
      left.delete(keyOf(asked))
      if (left.size === 0) finish()
      return past.digest === asked.digest
        ? { asked, past }
        : { asked, past, isAnother: difference(asked, past) }
    },
    unasked: () => left.size,
    over,
  }

  function name(call: ToolCall): AskedCall {
    const tool = toolRef(call)
    const site = call.site === undefined ? tool : positionKey(call.site)
    const occurrence = times.get(site) ?? 0
    times.set(site, occurrence + 1)
    const args = call.arguments ?? null
    return {
      ...{ site, occurrence, tool },
      n: call.n,
      digest: digest({ salt, tool, args, at: call.atMs ?? null }),
      arguments: JSON.stringify(args),
    }
  }
}

function difference(asked: AskedCall, past: JournaledCall): string {
  const what =
    asked.tool !== past.tool
      ? `it calls ${asked.tool} where it called ${past.tool}`
      : asked.arguments !== past.arguments
        ? `it calls ${asked.tool} with other arguments`
        : `it calls ${asked.tool} at another moment of its own time`
  return `the program goes another way than before: at ${asked.site}, call ${asked.n}, ${what}`
}
