/** A rehearsed plan again in a fresh copy of the world, its calls one after the other, whatever it does side by side. */
import { deferred, defined, type JsonValue, systemClock } from '../base/index.js'
import { type Answer, questionKey, toldValue, virtualDuration } from '../call/index.js'
import { type ExecutionCall, executeProgram } from '../execution/index.js'
import type { Ended } from '../sandbox/index.js'
import type { CopySource, SeenChange } from './copies.js'
import type { LedgerEntry } from './ledger.js'
import type { RehearsedRun } from './mistakes/replay.js'
import type { RehearsalSettings } from './options.js'
import type { Stage } from './stage.js'
import type { CallName } from './variants/played.js'
import { createNames } from './variants/variant-stage.js'

/**
 * Two calls, each by its name or by what is asked: which of two from one place is first is what is tried, and what another copy makes
 * anew stands in what is asked.
 */
export interface Held {
  readonly late: string
  readonly early: string
}

export interface Ending {
  readonly ended: Ended
  readonly result: JsonValue
}

/** A rehearsed plan, and how it is run again. */
export interface RehearsedPlan {
  readonly stage: Stage
  readonly settings: RehearsalSettings
  readonly run: Ending
  /** `isHeld`: one call may wait for another one that comes after it. */
  runAnew(call: ExecutionCall, isHeld: boolean): Promise<Ending>
}

export function rehearsedProgram({ program, sandbox, stage, settings, run }: RehearsedRun): RehearsedPlan {
  return {
    ...{ stage, settings, run },
    runAnew: (call) =>
      executeProgram(program, {
        ...{ sandbox, call },
        world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
        params: settings.params,
        ...defined({ budgets: settings.budgets, signal: settings.signal }),
      }),
  }
}

export interface OrderedRun extends RehearsedPlan {
  readonly entries: ReadonlyMap<CallName, LedgerEntry>
  readonly copies: CopySource
}

/** Undefined where the run came to no end, or the order was not the one that is wanted. */
export async function playInOrder(
  { runAnew, settings, entries, copies }: OrderedRun,
  held?: Held,
): Promise<Outcome | undefined> {
  await using copied = await copies.open(settings.signal)
  const turns = createTurns(held)
  const nameNext = createNames()
  const changesOf = new Map<CallName, readonly SeenChange[]>()
  const asked: string[] = []
  const answers: Said[] = []
  const failures: string[] = []
  const run = await runAnew(async (call) => {
    const [name, question] = [nameNext(call), questionKey(call)]
    asked.push(question)
    const entry = entries.get(name)
    if (entry === undefined) return { kind: 'refused', why: `the rehearsal made no such call: ${name}` }
    // What waits for an earlier call comes later, unless that one takes longer than all that come after it.
    const predictedMs = held === undefined ? virtualDuration(entry.answer) : SLOWEST_MS / 2 ** call.n
    if (entry.answer.provenance.source !== 'copy') return { ...entry.answer, predictedMs }
    const answer = await turns.take([name, question], () => copied.call(call))
    changesOf.set(name, answer.changes)
    if (answer.outcome === undefined) return { kind: 'refused', why: answer.broke ?? 'it did not answer' }
    if (answer.outcome.kind !== 'result') failures.push(question)
    answers.push({ question, said: toldValue(answer.outcome) })
    const told: Answer = { ...entry.answer, outcome: answer.outcome, predictedMs }
    return told
  }, held !== undefined)
  if ((run.ended !== 'completed' && run.ended !== 'threw') || !turns.isKept()) return undefined
  const late = await copied.end()
  const { ended, result } = run
  return {
    files: lastOf([...changesOf.values(), late].flat()),
    ended,
    result,
    asked,
    answers,
    failures,
    changesOf,
  }
}

/** In virtual milliseconds. */
const SLOWEST_MS = 1_800

interface Turns {
  /** `names` of the call are any by which one may be held. */
  take<T>(names: readonly string[], ask: () => Promise<T>): Promise<T>
  /** Whether the held call came after the other one. */
  isKept(): boolean
}

/** One call at a time; the held one after the other. */
function createTurns(held: Held | undefined): Turns {
  let before: Promise<unknown> = Promise.resolve()
  let isEarlyOver = false
  let isKept = held === undefined
  const { promise: early, resolve: release } = deferred()
  return {
    isKept: () => isKept,
    async take(names, ask) {
      // A call that never comes holds nobody up for good.
      if (held !== undefined && names.includes(held.late)) {
        await Promise.race([early, systemClock.sleep(LONGEST_HOLD_MS)])
        isKept = isEarlyOver
      }
      const mine = before.then(ask)
      before = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        if (held !== undefined && names.includes(held.early)) {
          isEarlyOver = true
          release()
        }
      }
    },
  }
}

const LONGEST_HOLD_MS = 1_500

/** By path. */
export function lastOf(changes: readonly SeenChange[]): ReadonlyMap<string, SeenChange> {
  return new Map(changes.map((each) => [each.path, each]))
}

/** What was answered to what. */
export interface Said {
  readonly question: string
  readonly said: JsonValue
}

/** What a run in a fresh copy came to, its calls one after the other. */
export interface Outcome {
  readonly files: ReadonlyMap<string, SeenChange>
  readonly ended: string
  readonly result: JsonValue
  /** What was called, with its arguments. */
  readonly asked: readonly string[]
  readonly answers: readonly Said[]
  /** Calls that were answered with an error. */
  readonly failures: readonly string[]
  /** What each call changed: nothing else was under way. */
  readonly changesOf: ReadonlyMap<CallName, readonly SeenChange[]>
}
