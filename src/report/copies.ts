/** What is to be said of servers that answered from a copy of the world. */
import { counted, durationText } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import type { Sentence } from './list-section.js'
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
    [...listed(copies.servers), ready],
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

function listed(names: readonly string[]): Sentence {
  const shown = names
    .slice(0, MOST_TOLD)
    .flatMap((name, i) => [...(i === 0 ? [] : [', ']), { code: safeText(name, 60) }])
  const left = names.length - MOST_TOLD
  return left <= 0 ? shown : [...shown, ` and ${left} more`]
}

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
          `${callNumbers(numbers)}, `,
          { code: safeText(tool, 60) },
          ': its answer is no evidence, for ',
          { code: safeText(why, 400) },
        ],
      ),
    ...(left <= 1 ? [] : [[`${left} more tools gave no evidence from their copies`]]),
  ]
}

/** "call 3", "calls 3, 4 and 7", "calls 1, 2, 3 and 12 more". */
export function callNumbers(numbers: readonly number[]): string {
  if (numbers.length <= 1) return `call ${numbers.join('')}`
  const shown = numbers.length > 6 ? numbers.slice(0, 4) : numbers.slice(0, -1)
  const left = numbers.length - shown.length
  const last = numbers.length > 6 ? `${left} more` : `${numbers.at(-1)}`
  return `calls ${shown.join(', ')} and ${last}`
}
