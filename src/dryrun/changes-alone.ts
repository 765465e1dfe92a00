/**
 * What each of several calls side by side changed: a copy sees what changed while all of them were under way, and cannot tell whose it was.
 * So the program runs once more in a fresh copy, its calls one after the other.
 */
import { callGroups } from './call-groups.js'
import { orderOf } from './doubts.js'
import { namedEntries, type RehearsedRun } from './mistakes/replay.js'
import { playInOrder, rehearsedProgram } from './ordered-run.js'
import { mayWrite } from './placed-changes.js'
import type { Stage } from './stage.js'

/** Paths by the number of the call; undefined where nobody needs to know, and where the calls were others or ended otherwise. */
export async function changesAlone(
  rehearsed: RehearsedRun,
): Promise<ReadonlyMap<number, readonly string[]> | undefined> {
  const { stage, settings, run } = rehearsed
  if (settings.copies === undefined || !hangsOnNeighbours(stage)) return undefined
  const entries = namedEntries(stage.ledger.entries())
  const alone = await playInOrder({ ...rehearsedProgram(rehearsed), entries, copies: settings.copies })
  if (alone?.ended !== run.ended) return undefined
  const numbered = [...entries].flatMap(([name, { call, answer }]) =>
    answer.provenance.source === 'copy' ? [[call.n, alone.changesOf.get(name)] as const] : [],
  )
  const paths = new Map(numbered.map(([n, changes]) => [n, changes?.map(({ path }) => path)]))
  return isWhole(paths) ? paths : undefined
}

/** Whether an answer of a copy is doubted, and calls that may write were under way together there. */
function hangsOnNeighbours({ ledger, effects }: Stage): boolean {
  const copied = ledger.entries().filter(({ answer }) => answer.provenance.source === 'copy')
  if (!copied.some(({ doubt }) => doubt !== undefined)) return false
  const groups = callGroups(copied, orderOf(ledger.entries()))
  return groups.some((calls) => calls.filter(({ call }) => mayWrite(call, effects)).length > 1)
}

function isWhole<Key, Value>(map: ReadonlyMap<Key, Value | undefined>): map is ReadonlyMap<Key, Value> {
  return [...map.values()].every((value) => value !== undefined)
}
