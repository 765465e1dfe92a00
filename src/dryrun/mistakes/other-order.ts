/**
 * The same plan in fresh copies of the world, its calls one after the other: as they were made, and with two of them the other way
 * round. Where the two orders leave something else behind, chance decides; where side by side less is left than in order, it was lost.
 */
import { byText, groupBy, type JsonObject, type JsonValue, valueAt } from '../../base/index.js'
import { questionKey } from '../../call/index.js'
import type { CopySource } from '../copies.js'
import type { LedgerEntry } from '../ledger.js'
import {
  type Held,
  lastOf,
  type Outcome,
  playInOrder,
  type RehearsedPlan,
  type Said,
} from '../ordered-run.js'
import type { CallName } from '../variants/played.js'
import { placesThatDiffer } from '../volatile-fields.js'
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
  rehearsed: RehearsedPlan,
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
      const isAlike = placesThatDiffer(allOf(straight[0]), allOf(straight[1])).length === 0
      // Nothing may be told of an order from what is another thing each time, such as an id; of all else it may.
      const unsettled = isAlike ? 'no' : 'unknown'
      const isLook = canBeLook(speaks) && isOneWriter(straight[0], [first, second], entries)
      if (speaks === 'look' && !isLook) return 'no'
      if (!isLook && isAlike && straight.every((each) => leavesLess(sideBySide(rehearsed), each)))
        return 'loses'
      if (!isLook && (speaks === 'change' || speaks === 'update')) return unsettled
      const told = toldBy(speaks, bothWrite && !isLook)
      const turned = await play(heldOf(first, second, straight, entries))
      if (turned === undefined) return 'unknown'
      if (isAsMade(turned, straight, told)) return unsettled
      // What differs by the hour differs now in the first order, too.
      const again = await play()
      return again !== undefined && isAsMade(again, straight, allOf) ? 'decides' : 'unknown'
    },
  }
}

/** What changed while both were under way may be the work of one alone, beside another one that only looks, whatever may be said of it. */
function canBeLook(speaks: Meeting['speaks']): boolean {
  return speaks === 'look' || speaks === 'change'
}

/** What a server makes for each of two, such as a number, may be another one: only a failure speaks against it. */
function toldBy(speaks: Meeting['speaks'], bothWrite: boolean): (outcome: Outcome) => JsonValue {
  if (speaks === 'name' || speaks === 'rewrite') return allOf
  return bothWrite ? failuresOf : consequenceOf
}

/** Whether all is as it was both times before, but for what was another thing each time, such as an id and what goes by it. */
function isAsMade(
  run: Outcome,
  [one, other]: readonly [Outcome, Outcome],
  told: (outcome: Outcome) => JsonValue,
): boolean {
  const [before, eachTime] = [told(one), new Set(placesThatDiffer(told(one), told(other)))]
  return placesThatDiffer(before, told(run)).every(
    (place) => eachTime.has(place) || (eachTime.size > 0 && valueAt(before, place) === undefined),
  )
}

/** By what they ask, unless that is another thing in each copy. */
function heldOf(
  first: LedgerEntry,
  second: LedgerEntry,
  straight: readonly Outcome[],
  entries: ReadonlyMap<CallName, LedgerEntry>,
): Held {
  const names = new Map([...entries].map(([name, entry]) => [entry.call.n, name]))
  const nameOf = (entry: LedgerEntry): string => {
    const question = questionKey(entry.call)
    return straight.every(({ asked }) => asked.includes(question))
      ? question
      : (names.get(entry.call.n) ?? question)
  }
  return { late: nameOf(first), early: nameOf(second) }
}

/** Undefined where one of them came to no end. */
async function twice(
  play: () => Promise<Outcome | undefined>,
): Promise<readonly [Outcome, Outcome] | undefined> {
  const [one, other] = [await play(), await play()]
  return one !== undefined && other !== undefined ? [one, other] : undefined
}

function sideBySide({ stage, run }: RehearsedPlan): Outcome {
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
function allOf({ files, ended, result, answers }: Outcome): JsonValue {
  const left = [...files].map(
    ([path, { after }]) => [path, [after?.kind ?? null, after?.digest ?? null]] as const,
  )
  return { left: Object.fromEntries(left), ended, result, said: byQuestion(answers) }
}

/** An answer that nobody uses may be another one. */
function consequenceOf(outcome: Outcome): JsonValue {
  return allOf({ ...outcome, answers: outcome.asked.map((question) => ({ question, said: null })) })
}

function failuresOf({ ended, failures }: Outcome): JsonValue {
  return { ended, failures: byQuestion(failures.map((question) => ({ question, said: null }))) }
}

function byQuestion(answers: readonly Said[]): JsonObject {
  return Object.fromEntries(
    [...groupBy(answers, ({ question }) => question)].map(([question, all]) => [
      question,
      // Which of two equal questions was asked first is no difference.
      all.map(({ said }) => said).sort((one, other) => byText(JSON.stringify(one), JSON.stringify(other))),
    ]),
  )
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

/** A file that is smaller than in order: what only stands in another order is as large. */
function leavesLess(beside: Outcome, inOrder: Outcome): boolean {
  return [...inOrder.files].some(([path, { after }]) => {
    const bytes = beside.files.get(path)?.after?.bytes
    return bytes !== undefined && after !== undefined && bytes < after.bytes
  })
}
