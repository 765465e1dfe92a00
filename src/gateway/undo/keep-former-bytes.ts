/** The link of a real run that keeps what its effects change, as it was before. */
import { messageOf } from '../../base/index.js'
import type { Answerer, ToolCall } from '../../call/index.js'
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
  readonly receipt: Pick<Receipt, 'changes'> & {
    readonly effects: readonly Pick<Receipt['effects'][number], 'call' | 'tool' | 'effect'>[]
  }
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

  return {
    name: 'undo',
    async answer(call, next) {
      if (effects.claimOf(call).effect === 'read' && link.rehearsed(call.n) === undefined) return next(call)
      opening ??= open()
      const keeper = await opening
      const why = typeof keeper === 'string' ? required(() => keeper) : begin(keeper, call)
      underWay++
      try {
        return why === undefined ? await next(call) : await refuse(call, why)
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

  /** Why the call may not leave: a sentence. */
  function begin(keeper: UndoKeeper, call: ToolCall): string | undefined {
    const own = link.rehearsed(call.n)
    const problem = attempt(() => keeper.before(own))
    return required((n) => (n === own ? problem : undefined) ?? keeper.uncoveredOf(n))
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

  /** Of all effects and not of the next alone: where a later one would be refused, nothing is to be done before it. */
  function required(lacking: (n: number) => string | undefined): string | undefined {
    for (const { call, tool, effect } of receipt.effects) {
      const why = needsWayBack(effect, world.policy) ? lacking(call) : undefined
      if (why !== undefined)
        return `Call ${call} (${tool}) has no way back, and the policy requires one: ${why}`
    }
    return undefined
  }

  function refuse(call: ToolCall, why: string): ReturnType<Answerer['answer']> {
    link.onRefused(call, why)
    return Promise.resolve({
      outcome: { kind: 'tool-error', content: [{ type: 'text', text: `${why}. It was not called.` }] },
      provenance: { source: 'stub', note: 'no way back' },
    })
  }
}
