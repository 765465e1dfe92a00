/** The link of a real run that keeps what its effects change, as it was before. */
import { messageOf } from '../../base/index.js'
import { type Answerer, type ToolCall, toolRef } from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import { createSeal, type RunJournal } from '../../journal/index.js'
import type { Receipt } from '../../plan/index.js'
import { needsWayBack } from '../../policy/index.js'
import { createUndoKeeper, makeRoom, openFormerBytes, type UndoKeeper } from '../../undo/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'

export interface UndoLink {
  /** The number that a call of the run had in the rehearsal. */
  readonly rehearsed: (n: number) => number | undefined
  /** Told of a call that goes no further; `why` is a sentence. Must not throw. */
  readonly onRefused: (call: ToolCall, why: string) => void
}

export interface KeepOptions {
  readonly run: string
  readonly receipt: Receipt
  readonly world: Pick<GatewayWorld, 'policy' | 'undo' | 'clock' | 'warn' | 'env'>
  readonly journal: Pick<RunJournal, 'undoKey' | 'receiptKey'>
  readonly effects: Effects
}

/** Undefined where no copy showed anything that could be kept. */
export function keepFormerBytes(options: KeepOptions): ((link: UndoLink) => Answerer) | undefined {
  if (options.receipt.changes.length === 0 || options.world.undo.maxBytes === 0) return undefined
  return (link) => undoAnswerer(options, link)
}

function undoAnswerer({ run, receipt, world, journal, effects }: KeepOptions, link: UndoLink): Answerer {
  let opening: Promise<UndoKeeper | string> | undefined
  let underWay = 0
  const kinds = new Map(receipt.effects.map(({ call, effect }) => [call, effect]))

  return {
    name: 'undo',
    async answer(call, next) {
      if (effects.claimOf(call).effect === 'read' && link.rehearsed(call.n) === undefined) return next(call)
      opening ??= open()
      const keeper = await opening
      const lacking = typeof keeper === 'string' ? keeper : begin(keeper, call)
      if (lacking !== undefined) {
        const why = required(call, lacking)
        if (why !== undefined) return refuse(call, why)
      }
      underWay++
      try {
        return await next(call)
      } finally {
        underWay--
        if (typeof keeper !== 'string' && underWay === 0) attempt(() => keeper.after())
      }
    },
  }

  /** A sentence, where nothing can be kept here. */
  async function open(): Promise<UndoKeeper | string> {
    try {
      const bytes = await openFormerBytes(run, world.env, createSeal(Buffer.from(journal.undoKey, 'hex')))
      const room = (needed: number): boolean =>
        makeRoom(needed, world.undo, { env: world.env, nowMs: world.clock.now(), spared: run })
      room(0)
      return createUndoKeeper({ bytes, receipt, key: journal.receiptKey, room })
    } catch (failure) {
      return told(`Nothing of this run can be taken back: ${messageOf(failure)}`)
    }
  }

  /** Why a call of the policy's kinds may not leave: the end of a sentence. */
  function begin(keeper: UndoKeeper, call: ToolCall): string | undefined {
    const n = link.rehearsed(call.n)
    const problem = attempt(() => keeper.before(n))
    if (problem !== undefined) return problem
    return n === undefined ? undefined : keeper.uncoveredOf(n)
  }

  function attempt(work: () => void): string | undefined {
    try {
      work()
      return undefined
    } catch (failure) {
      return told(`What an effect of this run changes cannot be looked at: ${messageOf(failure)}`)
    }
  }

  function told(problem: string): string {
    world.warn(problem)
    return problem
  }

  function required(call: ToolCall, lacking: string): string | undefined {
    const kind = kinds.get(link.rehearsed(call.n) ?? 0)
    return kind === undefined || !needsWayBack(kind, world.policy)
      ? undefined
      : `${toolRef(call)} has no way back, and the policy requires one: ${lacking}`
  }

  function refuse(call: ToolCall, why: string): ReturnType<Answerer['answer']> {
    link.onRefused(call, why)
    return Promise.resolve({
      outcome: { kind: 'tool-error', content: [{ type: 'text', text: `${why}. It was not called.` }] },
      provenance: { source: 'stub', note: 'no way back' },
    })
  }
}
