/** A rehearsed program run again: nobody who was asked is asked again, and what it heard stands by the place of each call. */
import { defined, type JsonValue } from '../../base/index.js'
import type { Answer, ToolCall } from '../../call/index.js'
import { executeProgram, type ProgramRun, type ProgramText, type Unanswered } from '../../execution/index.js'
import type { Program } from '../../program/index.js'
import type { GuestSeries, Sandbox } from '../../sandbox/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import { openOwnSeries } from '../own-series.js'
import type { Stage } from '../stage.js'
import type { Assignment, CallName, TracedCall } from '../variants/played.js'
import { createNames, setVariantStage } from '../variants/variant-stage.js'

export interface RehearsedRun {
  readonly program: Program
  readonly run: ProgramRun
  readonly sandbox: Sandbox
  readonly stage: Stage
  readonly settings: RehearsalSettings
}

/** What is another thing than in the rehearsal. */
export interface Otherwise {
  readonly text?: ProgramText | undefined
  readonly answers?: Assignment
  /** Virtual milliseconds that a call takes. Default: as long as in the rehearsal. */
  durationOf?(call: ToolCall): number
}

export interface Replayed {
  readonly run: ProgramRun
  readonly calls: readonly TracedCall[]
  /** Of a call that was made in this run. */
  nameOf(n: number): CallName | undefined
  /** Virtual milliseconds at which calls were made. */
  readonly madeAt: ReadonlyMap<CallName, number>
}

/** Opens a guest when it is first asked for one, and keeps it: whoever made it disposes it. */
export interface Replay extends AsyncDisposable {
  /** What was heard, by the names of the calls. */
  readonly entries: ReadonlyMap<CallName, LedgerEntry>
  /** Throws as an execution does. */
  play(otherwise: Otherwise): Promise<Replayed>
}

export function createReplay({ program, sandbox, stage, settings }: RehearsedRun): Replay {
  const entries = namedEntries(stage.ledger.entries())
  const rehearsed = { entries, leaderOf: (name: CallName) => name }
  let series: GuestSeries | undefined
  return {
    entries,
    async play({ text, answers = new Map(), durationOf }) {
      series ??= openOwnSeries(program, sandbox)
      const variant = setVariantStage(
        ...[
          {
            registry: stage.registry,
            effects: stage.effects,
            shapes: stage.shapes,
            settings,
            rehearsed,
            newOverlay: stage.newOverlay,
            onBorrowed: () => undefined,
          },
        ],
        { assignment: answers, world: {}, isFree: false },
      )
      const nameNext = createNames()
      const names = new Map<number, CallName>()
      const madeAt = new Map<CallName, number>()
      const run = await executeProgram(program, {
        sandbox: series ?? sandbox,
        world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
        params: settings.params,
        ...defined({ budgets: settings.budgets, signal: settings.signal, text }),
        async call(call, before) {
          const name = nameNext(call)
          names.set(call.n, name)
          madeAt.set(name, call.atMs ?? 0)
          const answer = await variant.call(call, before)
          const ms = durationOf?.(call)
          return ms === undefined || isUnanswered(answer) ? answer : { ...answer, predictedMs: ms }
        },
      })
      return { run, calls: variant.calls, madeAt, nameOf: (n) => names.get(n) }
    },
    async [Symbol.asyncDispose]() {
      await series?.[Symbol.asyncDispose]()
    },
  }
}

/** Whether two runs came to the same end, with the same result. */
export function endedAlike(one: ProgramRun, other: ProgramRun): boolean {
  return one.ended === other.ended && textOf(one.result) === textOf(other.result)
}

function textOf(value: JsonValue): string {
  return JSON.stringify(value)
}

/** By the names under which another run makes the same calls. */
export function namedEntries(entries: readonly LedgerEntry[]): ReadonlyMap<CallName, LedgerEntry> {
  const nameNext = createNames()
  return new Map(entries.map((entry) => [nameNext(entry.call), entry]))
}

function isUnanswered(answer: Answer | Unanswered): answer is Unanswered {
  return 'kind' in answer
}
