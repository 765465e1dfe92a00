/** What was found out of a rehearsal, in the journal: a question that waits for a person, or an end where there is nothing to ask. */
import { digest, randomName } from '../../base/index.js'
import type { JournaledRun, RunJournal } from '../../journal/index.js'
import type { Assessment } from './assess.js'

/**
 * False where somebody has decided on it by now, or another process is at it: nothing has changed then.
 * @throws StoreError as the journal
 */
export async function keepAssessment(
  journal: RunJournal,
  id: string,
  assessment: Assessment,
  leaseMs: number,
): Promise<boolean> {
  const claim = await journal.claim(id, { name: `process ${process.pid}, ${randomName()}`, leaseMs })
  if (claim.kind !== 'owned') return false
  const text = JSON.stringify(assessment)
  await claim.run.leave(
    assessment.kind === 'appliable'
      ? { kind: 'ask', question: { digest: digest({ rehearsal: id, asked: text }), text } }
      : { kind: 'end', state: 'stopped', result: text },
  )
  return true
}

/** Whether nobody has it: its client is gone, or has finished. */
export async function isFree(journal: RunJournal, id: string): Promise<boolean> {
  const claim = await journal.claim(id, { name: `process ${process.pid}, ${randomName()}`, leaseMs: LOOK_MS })
  if (claim.kind === 'owned') await claim.run.leave({ kind: 'pause' })
  return claim.kind === 'owned'
}

const LOOK_MS = 10_000

/** Undefined where nobody has looked so far, or it was forgotten. The text is what `keepAssessment` wrote. */
export function readAssessment({
  state,
  question,
  result,
}: Pick<JournaledRun, 'state' | 'question' | 'result'>): Assessment | undefined {
  const text = state === 'stopped' ? result : question?.text
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as Assessment)
}
