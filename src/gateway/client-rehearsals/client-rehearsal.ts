/** One rehearsal of a client: its world while it lives, and its calls, which outlive it. */
import { type Clock, randomName, randomSecret } from '../../base/index.js'
import type { Answer, ToolCall } from '../../call/index.js'
import { beginRehearsalLog, type RehearsalLog, type RunJournal } from '../../journal/index.js'
import type { Requester } from '../requester.js'
import { askedCall, lateCall, writeKept, writeLate } from './kept-call.js'
import type { OpenStage, Stage } from './stage.js'

/** Whoever began it ends it. */
export interface ClientRehearsal {
  /** Names it, here and in the journal. */
  readonly id: string
  /**
   * The answer of the world; the call is in the journal by then.
   * @throws StoreError when it cannot be kept: then nobody has the answer; the reason of the call's signal
   */
  call(call: ToolCall): Promise<Answer>
  readonly notCopied: Stage['notCopied']
  /** Milliseconds of the clock since nothing was called; 0 while a call is under way. */
  idleMs(): number
  readonly begunAtMs: number
  /** Waits for the calls under way, ends the world, and leaves the calls in the journal for a person. Twice is fine. */
  end(): Promise<void>
}

export interface RehearsalMeans {
  readonly journal: RunJournal
  readonly clock: Clock
  readonly open: OpenStage
  readonly by: Requester
  /** What a list tells of it. */
  readonly title: string
  /** What it takes to look at it later, and to make its calls for real. */
  readonly settings: string
  readonly leaseMs: number
}

/** @throws what opening a world throws; StoreError when it cannot be kept. Nothing is left open then. */
export async function beginClientRehearsal(means: RehearsalMeans): Promise<ClientRehearsal> {
  const { journal, clock, by, title, settings, leaseMs } = means
  const id = randomName()
  const over = new AbortController()
  const stage = await means.open(by, over.signal)
  const log = await beginRehearsalLog({
    ...{ journal, clock, rehearsal: { id, principal: by.principal, title, plan: '', settings } },
    owner: { name: `process ${process.pid}, ${id}`, leaseMs },
  }).catch(async (failure: unknown) => {
    await stage[Symbol.asyncDispose]()
    throw failure
  })
  return lively({ id, stage, log, clock, over })
}

interface Lively {
  readonly id: string
  readonly stage: Stage
  readonly log: RehearsalLog
  readonly clock: Clock
  readonly over: AbortController
}

function lively({ id, stage, log, clock, over }: Lively): ClientRehearsal {
  const salt = randomSecret()
  const times = new Map<string, number>()
  const underWay = new Set<Promise<unknown>>()
  let ticks = 0
  let calls = 0
  let lastMs = clock.monotonic()
  let ended: Promise<void> | undefined

  async function makeCall(call: ToolCall): Promise<Answer> {
    const from = ++ticks
    const made = await stage.call(call)
    const to = ++ticks
    calls = Math.max(calls, made.call.n)
    await log.keep(askedCall(made.call, occurrenceOf(made.call), salt), writeKept(made, from, to))
    call.signal?.throwIfAborted()
    return made.answer
  }

  function occurrenceOf({ n, server, tool }: ToolCall): number {
    const site = n === 0 ? '' : JSON.stringify([server, tool])
    const occurrence = times.get(site) ?? 0
    times.set(site, occurrence + 1)
    return occurrence
  }

  async function endAll(): Promise<void> {
    await Promise.allSettled(underWay)
    try {
      await log.keep(lateCall(calls + 1), writeLate(await stage.end()))
      await log.end({ kind: 'pause' })
    } finally {
      over.abort()
      await stage[Symbol.asyncDispose]()
    }
  }

  return {
    id,
    notCopied: stage.notCopied,
    begunAtMs: clock.monotonic(),
    idleMs: () => (underWay.size > 0 ? 0 : clock.monotonic() - lastMs),
    async call(call) {
      const made = makeCall(call)
      underWay.add(made)
      try {
        return await made
      } finally {
        underWay.delete(made)
        lastMs = clock.monotonic()
      }
    },
    end() {
      ended ??= endAll()
      return ended
    },
  }
}
