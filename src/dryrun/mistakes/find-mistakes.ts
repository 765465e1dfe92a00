/** Mistakes of programs that run to their end: what is seen only where somebody looks for it. */
import type { Finding } from '../../base/index.js'
import { brokenTextFindings } from './broken-texts.js'
import { raceFindings } from './races.js'
import { createReplay, type RehearsedRun } from './replay.js'
import { unawaitedCalls } from './unawaited-calls.js'

/** Asked once the run is over and the ledger has learned what variants showed. Throws as an execution does. */
export async function findMistakes(rehearsed: RehearsedRun): Promise<readonly Finding[]> {
  const { ended } = rehearsed.run
  if (ended !== 'completed' && ended !== 'threw') return []
  await using replay = createReplay(rehearsed)
  const unawaited = await unawaitedCalls(rehearsed, replay)
  return [
    ...unawaited.findings,
    ...(await raceFindings(rehearsed, replay, unawaited.calls)),
    ...(await brokenTextFindings(rehearsed, replay)),
  ]
}
