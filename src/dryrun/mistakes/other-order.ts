/**
 * The same program in fresh copies of the world, its calls one after the other: as they were made, and with two of them the other way
 * round. Where the two orders leave something else behind, chance decides; where side by side less is left than in order, it was lost.
 */
import { questionKey } from '../../call/index.js'
import type { CopySource } from '../copies.js'
import type { LedgerEntry } from '../ledger.js'
import { type Held, lastOf, type Outcome, playInOrder } from '../ordered-run.js'
import type { CallName } from '../variants/played.js'
import type { RehearsedRun } from './replay.js'
import type { Meeting } from './side-by-side.js'

export type OrderMatters =
  /** The two orders do not leave the same. */
  | 'decides'
  /** One after the other they leave more than side by side. */
  | 'loses'
  /** One after the other the program comes to another end, whatever else is another one each time. */
  | 'ends'
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
      if (bothWrite && straight.every(({ ended }) => ended !== rehearsed.run.ended)) return 'ends'
      if (!isAlike(straight)) return 'unknown'
      if (speaks === 'look') {
        if (!isOneWriter(straight[0], [first, second], entries)) return 'no'
      } else if (straight.every((each) => leavesLess(sideBySide(rehearsed), each))) return 'loses'
      if (speaks === 'change' || speaks === 'update') return 'no'
      const turned = await play({ late: questionKey(first.call), early: questionKey(second.call) })
      if (turned === undefined) return 'unknown'
      // What a server makes for each of two, such as a number, may be another one: only a failure speaks against it.
      const told = speaks === 'name' || speaks === 'rewrite' ? textOf : bothWrite ? failuresOf : consequenceOf
      if (told(straight[0]) === told(turned)) return 'no'
      // What differs by the hour differs now in the first order, too.
      const again = await play()
      return again !== undefined && textOf(again) === textOf(straight[0]) ? 'decides' : 'unknown'
    },
  }
}

/** Undefined where one of them came to no end. */
async function twice(
  play: () => Promise<Outcome | undefined>,
): Promise<readonly [Outcome, Outcome] | undefined> {
  const [one, other] = [await play(), await play()]
  return one !== undefined && other !== undefined ? [one, other] : undefined
}

function isAlike([one, other]: readonly [Outcome, Outcome]): boolean {
  return textOf(one) === textOf(other)
}

function sideBySide({ stage, run }: RehearsedRun): Outcome {
  const { copyLog } = stage
  const changes = [...(copyLog?.answers.values() ?? [])].flatMap((each) => each.changes)
  const { ended, result } = run
  return {
    files: lastOf([...changes, ...(copyLog?.late ?? [])]),
    ended,
    result,
    asked: [],
    answers: [],
    failures: [],
    changesOf: new Map(),
  }
}

/** What is left, and what was said; not how often something changed on the way. */
function textOf({ files, ended, result, answers }: Outcome): string {
  const left = [...files].map(([path, { after }]) => [path, after?.kind ?? null, after?.digest ?? null])
  return JSON.stringify([left.sort(), ended, result, answers])
}

/** An answer that nobody uses may be another one. */
function consequenceOf(outcome: Outcome): string {
  return textOf({ ...outcome, answers: outcome.asked })
}

/** Whether one of the two changed something, each alone, and the other one nothing. */
function isOneWriter(
  { changesOf }: Outcome,
  calls: readonly LedgerEntry[],
  entries: ReadonlyMap<CallName, LedgerEntry>,
): boolean {
  const names = [...entries].flatMap(([name, entry]) => (calls.includes(entry) ? [name] : []))
  return names.filter((name) => (changesOf.get(name) ?? []).length > 0).length === 1
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
