/**
 * The same program in fresh copies of the world, its calls one after the other: as they were made, and with two of them the other way
 * round. Where the two orders leave something else behind, chance decides; where side by side less is left than in order, it was lost.
 */
import { defined, type JsonValue, systemClock } from '../../base/index.js'
import { type Answer, outcomeText, questionKey, virtualDuration } from '../../call/index.js'
import { executeProgram } from '../../execution/index.js'
import type { CopySource, SeenChange } from '../copies.js'
import type { LedgerEntry } from '../ledger.js'
import type { CallName } from '../variants/played.js'
import { createNames } from '../variants/variant-stage.js'
import type { RehearsedRun } from './replay.js'
import type { Meeting } from './side-by-side.js'

export type OrderMatters =
  /** The two orders do not leave the same. */
  | 'decides'
  /** One after the other they leave more than side by side. */
  | 'loses'
  | 'no'
  /** It does not leave the same twice, or could not be tried. */
  | 'unknown'

export interface OtherOrders {
  tryOut(meeting: Meeting): Promise<OrderMatters>
}

/** Opens a world for each order, and closes it again. */
export function otherOrders(
  rehearsed: RehearsedRun,
  entries: ReadonlyMap<CallName, LedgerEntry>,
  copies: CopySource,
): OtherOrders {
  let asMade: Promise<readonly [Outcome, Outcome] | undefined> | undefined
  const play = (held?: Held) => playInOrder({ ...rehearsed, entries, copies }, held)
  return {
    async tryOut({ calls: [first, second], speaks, bothWrite }) {
      if ([first, second].some(({ answer }) => answer.provenance.source !== 'copy')) return 'unknown'
      asMade ??= twice(play)
      const straight = await asMade
      if (straight === undefined) return 'unknown'
      if (straight.every((each) => leavesLess(sideBySide(rehearsed), each))) return 'loses'
      if (speaks === 'change' || speaks === 'update') return 'no'
      const turned = await play({ late: questionKey(first.call), early: questionKey(second.call) })
      if (turned === undefined) return 'unknown'
      // What a server makes for each of two, such as a number, may be another one: only a failure speaks against it.
      const told = speaks === 'doubt' && bothWrite ? failuresOf : textOf
      if (told(straight[0]) === told(turned)) return 'no'
      // What differs by the hour differs now in the first order, too.
      const again = await play()
      return again !== undefined && textOf(again) === textOf(straight[0]) ? 'decides' : 'unknown'
    },
  }
}

interface Outcome {
  readonly files: ReadonlyMap<string, SeenChange>
  readonly ended: string
  readonly result: JsonValue
  readonly answers: readonly string[]
  /** Calls that were answered with an error. */
  readonly failures: readonly string[]
}

/** Undefined where two runs of one kind differ. */
async function twice(
  play: () => Promise<Outcome | undefined>,
): Promise<readonly [Outcome, Outcome] | undefined> {
  const [one, other] = [await play(), await play()]
  return one !== undefined && other !== undefined && textOf(one) === textOf(other) ? [one, other] : undefined
}

/** Calls by what is asked: which of two from one place is first is what is tried. */
interface Held {
  readonly late: string
  readonly early: string
}

interface OrderedRun extends RehearsedRun {
  readonly entries: ReadonlyMap<CallName, LedgerEntry>
  readonly copies: CopySource
}

/** Undefined where the run came to no end, or the order was not the one that is wanted. */
async function playInOrder(
  { program, sandbox, settings, entries, copies }: OrderedRun,
  held?: Held,
): Promise<Outcome | undefined> {
  await using copied = await copies.open(settings.signal)
  const turns = createTurns(held)
  const nameNext = createNames()
  const changes: SeenChange[] = []
  const answers: string[] = []
  const failures: string[] = []
  const run = await executeProgram(program, {
    sandbox,
    world: { kind: 'virtual', seed: settings.seed, startMs: settings.nowMs },
    params: settings.params,
    ...defined({ budgets: settings.budgets, signal: settings.signal }),
    async call(call) {
      const name = nameNext(call)
      const entry = entries.get(name)
      if (entry === undefined) return { kind: 'refused', why: `the rehearsal made no such call: ${name}` }
      // What waits for an earlier call comes later, unless the earlier ones are the slower ones.
      const predictedMs =
        held === undefined ? virtualDuration(entry.answer) : Math.max(1, SLOWEST_MS - call.n)
      if (entry.answer.provenance.source !== 'copy') return { ...entry.answer, predictedMs }
      const answer = await turns.take(questionKey(call), () => copied.call(call))
      changes.push(...answer.changes)
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
  return { files: lastOf([...changes, ...late]), ended, result, answers: answers.sort(), failures }
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
  let release: () => void = () => undefined
  const early = new Promise<void>((resolve) => {
    release = resolve
  })
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

function sideBySide({ stage, run }: RehearsedRun): Outcome {
  const { copyLog } = stage
  const changes = [...(copyLog?.answers.values() ?? [])].flatMap((each) => each.changes)
  const { ended, result } = run
  return { files: lastOf([...changes, ...(copyLog?.late ?? [])]), ended, result, answers: [], failures: [] }
}

function lastOf(changes: readonly SeenChange[]): ReadonlyMap<string, SeenChange> {
  return new Map(changes.map((each) => [each.path, each]))
}

/** What is left, and what was said; not how often something changed on the way. */
function textOf({ files, ended, result, answers }: Outcome): string {
  const left = [...files].map(([path, { after }]) => [path, after?.kind ?? null, after?.digest ?? null])
  return JSON.stringify([left.sort(), ended, result, answers])
}

function failuresOf({ ended, failures }: Outcome): string {
  return JSON.stringify([ended, failures.toSorted()])
}

/** A file that is smaller than in order: what only stands in another order is as large. */
function leavesLess(beside: Outcome, inOrder: Outcome): boolean {
  return [...inOrder.files].some(([path, { after }]) => {
    const bytes = beside.files.get(path)?.after?.bytes
    return bytes !== undefined && after !== undefined && bytes < after.bytes
  })
}
