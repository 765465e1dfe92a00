/** A rehearsed program again in a fresh copy of the world, its calls one after the other, whatever it does side by side. */
import { deferred, defined, type JsonValue, systemClock } from '../base/index.js'
import { type Answer, outcomeText, questionKey, virtualDuration } from '../call/index.js'
import { executeProgram } from '../execution/index.js'
import type { CopySource, SeenChange } from './copies.js'
import type { LedgerEntry } from './ledger.js'
import type { RehearsedRun } from './mistakes/replay.js'
import type { CallName } from './variants/played.js'
import { createNames } from './variants/variant-stage.js'

/** Calls by what is asked: which of two from one place is first is what is tried. */
export interface Held {
  readonly late: string
  readonly early: string
}

export interface OrderedRun extends RehearsedRun {
  readonly entries: ReadonlyMap<CallName, LedgerEntry>
  readonly copies: CopySource
}

/** Undefined where the run came to no end, or the order was not the one that is wanted. */
export async function playInOrder(
  { program, sandbox, settings, entries, copies }: OrderedRun,
  held?: Held,
): Promise<Outcome | undefined> {
  await using copied = await copies.open(settings.signal)
  const turns = createTurns(held)
  const nameNext = createNames()
  const changesOf = new Map<CallName, readonly SeenChange[]>()
  const asked: string[] = []
  const answers: string[] = []
  const failures: string[] = []
  const run = await executeProgram(program, {
    sandbox,
    world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
    params: settings.params,
    ...defined({ budgets: settings.budgets, signal: settings.signal }),
    async call(call) {
      const name = nameNext(call)
      asked.push(questionKey(call))
      const entry = entries.get(name)
      if (entry === undefined) return { kind: 'refused', why: `the rehearsal made no such call: ${name}` }
      // What waits for an earlier call comes later, unless the earlier ones are the slower ones.
      const predictedMs =
        held === undefined ? virtualDuration(entry.answer) : Math.max(1, SLOWEST_MS - call.n)
      if (entry.answer.provenance.source !== 'copy') return { ...entry.answer, predictedMs }
      const answer = await turns.take(questionKey(call), () => copied.call(call))
      changesOf.set(name, answer.changes)
      if (answer.outcome === undefined) return { kind: 'refused', why: answer.broke ?? 'it did not answer' }
      if (answer.outcome.kind !== 'result') failures.push(questionKey(call))
      answers.push(`${questionKey(call)}: ${outcomeText(answer.outcome)}`)
      const told: Answer = { ...entry.answer, outcome: answer.outcome, predictedMs }
      return told
    },
  })
  if ((run.ended !== 'completed' && run.ended !== 'threw') || !turns.isKept()) return undefined
  const late = await copied.end()
  const { ended, result } = run
  return {
    files: lastOf([...changesOf.values(), late].flat()),
    ended,
    result,
    asked: asked.sort(),
    answers: answers.sort(),
    failures,
    changesOf,
  }
}

/** In virtual milliseconds. */
const SLOWEST_MS = 900

interface Turns {
  take<T>(key: string, ask: () => Promise<T>): Promise<T>
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
    async take(key, ask) {
      // A call that never comes holds nobody up for good.
      if (key === held?.late) {
        await Promise.race([early, systemClock.sleep(LONGEST_HOLD_MS)])
        isKept = isEarlyOver
      }
      const mine = before.then(ask)
      before = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        if (key === held?.early) {
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

/** What a run in a fresh copy came to, its calls one after the other. */
export interface Outcome {
  readonly files: ReadonlyMap<string, SeenChange>
  readonly ended: string
  readonly result: JsonValue
  /** What was called, with its arguments. */
  readonly asked: readonly string[]
  readonly answers: readonly string[]
  /** Calls that were answered with an error. */
  readonly failures: readonly string[]
  /** What each call changed: nothing else was under way. */
  readonly changesOf: ReadonlyMap<CallName, readonly SeenChange[]>
}
