/** Calls side by side whose order nobody decides, although it matters: told where footprints or names meet, proved in fresh copies. */
import type { Finding } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
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

function findingOf(meeting: Meeting, matters: OrderMatters, { ledger }: Stage): readonly Finding[] {
  const told = tell(meeting, matters)
  if (told === undefined) return []
  const [{ call: first }, { call: second }] = meeting.calls
  const isKnown = ledger.owedBy(first.n).length === 0
  return [
    {
      ...{ code: 'CALLS_RACE', severity: 'error', certain: told.isProved && isKnown },
      message: `${toolRef(first)} (call ${first.n}) and ${toolRef(second)} (call ${second.n}) are under way side by side, and ${told.text}`,
      ...(first.site ?? {}),
    },
  ]
}

/** Each costs a world. */
const MOST_TRIED = 4

/**
 * Which calls were under way together; undefined where none were. Answers that take no time hide it of all calls but the first ones: so
 * the program runs once more, and each takes as long as any other.
 */
async function besideIn(
  { stage, run: { ended } }: RehearsedRun,
  replay: Replay,
): Promise<AreBeside | undefined> {
  const entries = stage.ledger.entries()
  const isAfter = orderOf(entries)
  const isOneByOne = entries.every((each, i) => i === 0 || isAfter(each, entries[i - 1]?.call.n ?? 0))
  // Most calls side by side have nothing to do with each other, whenever they are made.
  if (isOneByOne || meetings(stage, () => true).length === 0) return undefined
  const { madeAt, run } = await replay.play({ durationOf: () => EACH_MS })
  const names = new Map([...replay.entries].map(([name, { call }]) => [call.n, name]))
  const timeOf = (n: number): number | undefined => madeAt.get(names.get(n) ?? '')
  return (first, second) => {
    if (!isAfter(second, first.call.n)) return true
    const [one, other] = [timeOf(first.call.n), timeOf(second.call.n)]
    if (run.ended !== ended || one === undefined || other === undefined) return false
    return other < one + EACH_MS
  }
}

const EACH_MS = 10

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
