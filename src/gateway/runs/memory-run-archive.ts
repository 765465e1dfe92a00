/** An archive of runs that lives as long as the process. */
import type { ArchivedRun, RunArchive, RunSummary } from './run-archive.js'

export interface RunArchiveLimits {
  /** Default 200. */
  readonly maxRuns?: number
  /** Of all runs together, as JSON; default 64 MiB. */
  readonly maxBytes?: number
}

export function memoryRunArchive(limits: RunArchiveLimits = {}): RunArchive {
  const { maxRuns = 200, maxBytes = 64 * 1024 * 1024 } = limits
  // Oldest first.
  const kept = new Map<
    string,
    { readonly json: string; readonly run: RunSummary; readonly principal: string }
  >()
  let bytes = 0

  return {
    async put(run) {
      // As text: a run that is kept cannot be changed by whoever put or got it.
      const json = JSON.stringify(run)
      if (json.length > maxBytes) return
      forget(run.id)
      bytes += json.length
      kept.set(run.id, { json, run: summaryOf(run), principal: run.principal })
      for (const id of kept.keys()) {
        if (kept.size <= maxRuns && bytes <= maxBytes) break
        forget(id)
      }
    },
    async get(id, principal) {
      const found = kept.get(id)
      // The text is what `put` wrote of such a run.
      return found?.principal === principal ? (JSON.parse(found.json) as ArchivedRun) : undefined
    },
    async list(principal) {
      return [...kept.values()]
        .filter((each) => each.principal === principal)
        .map(({ run }) => run)
        .reverse()
    },
    async [Symbol.asyncDispose]() {
      kept.clear()
    },
  }

  function forget(id: string): void {
    const found = kept.get(id)
    if (found === undefined) return
    kept.delete(id)
    bytes -= found.json.length
  }
}

/** What a list tells of a run. */
export function summaryOf({ id, kind, at, intent }: ArchivedRun): RunSummary {
  return { id, kind, at, ...(intent === undefined ? {} : { intent }) }
}
