/** The archive of runs of a team: in its PostgreSQL store, so that any of its gateways serves what another one has run. */
import type { SharedStore } from '../../recording/index.js'
import { type RunArchiveLimits, summaryOf } from './memory-run-archive.js'
import type { ArchivedRun, RunArchive, RunSummary } from './run-archive.js'

/** The store stays with the caller, who closes it after the archive. Default limits: 2,000 runs, 512 MiB. */
export function sharedRunArchive(
  { documents }: Pick<SharedStore, 'documents'>,
  limits: RunArchiveLimits = {},
): RunArchive {
  const { maxRuns: maxCount = 2000, maxBytes = 512 * 1024 * 1024 } = limits
  return {
    async put(run) {
      const body = JSON.stringify(run)
      if (Buffer.byteLength(body) > maxBytes) return
      const about = JSON.stringify(summaryOf(run))
      await documents.put({ id: run.id, owner: run.principal, about, body }, { maxCount, maxBytes })
    },
    async get(id, principal) {
      const body = await documents.get(principal, id)
      // The text is what `put` wrote of such a run.
      return body === undefined ? undefined : (JSON.parse(body) as ArchivedRun)
    },
    async list(principal) {
      // As above.
      return (await documents.list(principal)).map((about) => JSON.parse(about) as RunSummary)
    },
    // Nothing is open but the store.
    [Symbol.asyncDispose]: async () => undefined,
  }
}
