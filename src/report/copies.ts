/** What is to be said of servers that answered from a copy of the world. */
import { callsText, counted, durationText } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import { codeList, type Sentence } from './list-section.js'
import { safeText } from './safe-text.js'

/** Whether a server answered, or could have, on a copy. */
export function isOnCopy({ copies }: Report): boolean {
  return (copies?.servers.length ?? 0) > 0
}

/** Servers that were not copied, and why; one sentence each. */
export function uncopiedSentences({ copies }: Report): Sentence[] {
  const all = copies?.not_copied ?? []
  const left = all.length - MOST_TOLD
  return [
    ...all
      .slice(0, left <= 1 ? undefined : MOST_TOLD)
      .map(
        ({ server, why }): Sentence => [
          { code: safeText(server, 60) },
          ' was not copied: ',
          { code: safeText(why, 400) },
        ],
      ),
    ...(left <= 1 ? [] : [[`${left} more servers were not copied`]]),
  ]
}

/** How the others were, and which of their answers were no evidence. Empty without copies. */
export function copySentences(report: Report): Sentence[] {
  const { copies, timing } = report
  if (copies === undefined || !isOnCopy(report)) return []
  const ready = timing?.copies_ms === undefined ? '' : `, ready after ${durationText(timing.copies_ms)}`
  return [
    [...codeList(copies.servers, MOST_TOLD, 60), ready],
    ...(copies.partly ?? [])
      .slice(0, MOST_TOLD)
      .map(
        ({ root, why }): Sentence => [
          { code: safeText(root) },
          ' is not copied whole: ',
          { code: safeText(why) },
        ],
      ),
    ...Object.entries(copies.network_attempts)
      .slice(0, MOST_TOLD)
      .map(
        ([server, times]): Sentence => [
          { code: safeText(server, 60) },
          ` tried to reach the network ${counted(times, 'time')}; a copy has none`,
        ],
      ),
    ...noEvidence(report),
  ]
}

const MOST_TOLD = 10

/** Calls of one tool that were passed over for one reason are told together. */
function noEvidence({ calls }: Report): Sentence[] {
  const groups = new Map<
    string,
    { readonly numbers: number[]; readonly tool: string; readonly why: string }
  >()
  for (const { n, tool, not_from_copy: why } of calls) {
    if (why === undefined) continue
    const key = JSON.stringify([tool, why])
    const group = groups.get(key) ?? { numbers: [], tool, why }
    group.numbers.push(n)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  const left = all.length - MOST_TOLD
  return [
    ...all
      .slice(0, left <= 1 ? undefined : MOST_TOLD)
      .map(
        ({ numbers, tool, why }): Sentence => [
          `${callsText(numbers)}, `,
          { code: safeText(tool, 60) },
          ': its answer is no evidence, for ',
          { code: safeText(why, 400) },
        ],
      ),
    ...(left <= 1 ? [] : [[`${left} more tools gave no evidence from their copies`]]),
  ]
}
