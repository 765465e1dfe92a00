/** Calls side by side whose order nobody decides, although it matters: told where footprints or names meet, proved in fresh copies. */
import { type Finding, groupBy } from '../../base/index.js'
import { questionKey, toolRef } from '../../call/index.js'
import { orderOf } from '../doubts.js'
import type { LedgerEntry } from '../ledger.js'
import { type RehearsedPlan, rehearsedProgram } from '../ordered-run.js'
import type { Stage } from '../stage.js'
import type { CallName } from '../variants/played.js'
import { type OrderMatters, otherOrders } from './other-order.js'
import { namedEntries, type RehearsedRun, type Replay } from './replay.js'
import { type AreBeside, type Meeting, meetings } from './side-by-side.js'

/** `unawaited`: calls that nobody waits for: what they run into is told by that. */
export async function raceFindings(
  rehearsed: RehearsedRun,
  replay: Replay,
  unawaited: ReadonlySet<number>,
): Promise<readonly Finding[]> {
  const areBeside = await besideIn(rehearsed, replay)
  if (areBeside === undefined) return []
  const met = meetings(rehearsed.stage, areBeside).filter(({ calls: [{ call }] }) => !unawaited.has(call.n))
  return findingsOf(met, rehearsedProgram(rehearsed), replay.entries)
}

/** Tasks of a workflow of which neither waits for the other: a real run may have both under way. */
export function racingTasks(rehearsed: RehearsedPlan): Promise<readonly Finding[]> {
  const entries = rehearsed.stage.ledger.entries()
  const isAfter = orderOf(entries)
  const met = meetings(rehearsed.stage, (first, second) => !isAfter(second, first.call.n))
  return findingsOf(met, rehearsed, namedEntries(entries))
}

async function findingsOf(
  met: readonly Meeting[],
  rehearsed: RehearsedPlan,
  entries: ReadonlyMap<CallName, LedgerEntry>,
): Promise<readonly Finding[]> {
  const { copies } = rehearsed.settings
  const orders = copies && otherOrders(rehearsed, entries, copies)
  const found: Finding[] = []
  for (const [i, meeting] of met.entries()) {
    const matters = i < MOST_TRIED ? await orders?.tryOut(meeting) : undefined
    found.push(...findingOf(meeting, matters ?? 'unknown', rehearsed.stage))
  }
  return found
}

function findingOf(meeting: Meeting, matters: OrderMatters, stage: Stage): readonly Finding[] {
  const told = tell(meeting, matters)
  if (told === undefined) return []
  const [{ call: first }, { call: second }] = meeting.calls
  return [
    {
      ...{ code: 'CALLS_RACE', severity: 'error', certain: told.isProved && stage.isForSure(first) },
      message: `${toolRef(first)} (call ${first.n}) and ${toolRef(second)} (call ${second.n}) are under way side by side, and ${told.text}`,
      ...(first.site ?? {}),
    },
  ]
}

/** Each costs a world. */
const MOST_TRIED = 4

/**
 * Which calls were, or may be, under way together; undefined where none were. Answers that take no time hide it of all calls but the
 * first ones: so the program runs once more, and each takes as long as any other. Of two chains that run side by side, even that run makes
 * the third step of one after the first step of the other; for real it may come before. Where those two would meet, the program runs once
 * more, with that first step slower than all others.
 */
async function besideIn(
  { stage, run: { ended } }: RehearsedRun,
  replay: Replay,
): Promise<AreBeside | undefined> {
  const entries = stage.ledger.entries()
  const isAfter = orderOf(entries)
  const isOneByOne = entries.every((each, i) => i === 0 || isAfter(each, entries[i - 1]?.call.n ?? 0))
  // Most calls side by side have nothing to do with each other, whenever they are made.
  const mayMeet = isOneByOne ? [] : meetings(stage, () => true)
  if (mayMeet.length === 0) return undefined
  const names = new Map([...replay.entries].map(([name, { call }]) => [call.n, name]))
  const { madeAt, run } = await replay.play({ durationOf: () => EACH_MS })
  const timeOf = (n: number): number | undefined => madeAt.get(names.get(n) ?? '')
  const areBeside: AreBeside = (first, second) =>
    !isAfter(second, first.call.n) ||
    (run.ended === ended && isBefore(timeOf(second.call.n), timeOf(first.call.n), EACH_MS))
  const asked = new Map(
    [...groupBy(entries, ({ call }) => questionKey(call))].filter(([, all]) => all.length === 1),
  )
  const isKnown = ({ call }: LedgerEntry): boolean => asked.has(questionKey(call))
  const held = new Map<string, ReadonlyMap<string, number>>()
  for (const { calls } of mayMeet) {
    const slow = questionKey(calls[0].call)
    if (held.size === MOST_HELD || held.has(slow) || areBeside(...calls) || !calls.every(isKnown)) continue
    held.set(slow, await timesWhere(slow, EACH_MS * entries.length, ended, replay))
  }
  return (first, second) => {
    const times = isKnown(second) ? held.get(questionKey(first.call)) : undefined
    const [one, other] = [first, second].map(({ call }) => times?.get(questionKey(call)))
    return areBeside(first, second) || isBefore(other, one, EACH_MS * entries.length)
  }
}

/** When what is asked once is asked, in virtual milliseconds, where one call is slow; nothing where the program comes to another end. */
async function timesWhere(
  slow: string,
  slowMs: number,
  ended: string,
  replay: Replay,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>()
  const { run } = await replay.play({
    durationOf(call) {
      const question = questionKey(call)
      times.set(question, call.atMs ?? 0)
      return question === slow ? slowMs : EACH_MS
    },
  })
  return run.ended === ended ? times : new Map()
}

/** Whether one was made before another was answered. */
function isBefore(time: number | undefined, since: number | undefined, tookMs: number): boolean {
  return time !== undefined && since !== undefined && time < since + tookMs
}

const EACH_MS = 10

/** Each costs a run in the same guest. */
const MOST_HELD = 8

interface Told {
  readonly text: string
  readonly isProved: boolean
}

/** Nothing where the order does not matter, or where nothing speaks for it but that both were under way. */
function tell({ what, bothWrite, speaks }: Meeting, matters: OrderMatters): Told | undefined {
  const both = bothWrite ? `both write ${what}` : `one writes what the other one reads: ${what}`
  if (speaks === 'update' && (matters === 'no' || matters === 'unknown'))
    return {
      text: `both write the same to ${what}, each after a read of its own: what the one writes, the other one has not seen`,
      isProved: false,
    }
  switch (matters) {
    case 'loses':
      return {
        text: `both write ${what}: one after the other they left more in it, so that something was lost`,
        isProved: true,
      }
    case 'ends':
      return {
        text: `both write ${what}: one after the other, in a fresh copy, the program came to another end`,
        isProved: true,
      }
    case 'decides':
      if (speaks === 'look' || speaks === 'change')
        return {
          text: `one changes ${what}; in a fresh copy, the other way round, the program came to another end, or left something else`,
          isProved: false,
        }
      return {
        text: `${speaks === 'doubt' ? `one changes ${what}` : both}; in a fresh copy, the other way round, they answered or left something else`,
        isProved: true,
      }
    case 'no':
      return undefined
    case 'unknown':
      if (speaks === 'rewrite')
        return {
          text: `both read ${what} and write it anew: what the one writes, the other one may not have seen, and it is lost`,
          isProved: false,
        }
      return speaks === 'name'
        ? { text: `${both}: which of them is first is chance`, isProved: false }
        : undefined
  }
}
