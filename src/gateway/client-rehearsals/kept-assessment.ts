/** What was found out of a rehearsal, in the journal: a question that waits for a person, or an end where there is nothing to ask. */
import { digest, isJsonObject, type JsonObject, parseJson, randomName, UsageError } from '../../base/index.js'
import type { JournaledRun, OwnedRun, RunJournal } from '../../journal/index.js'
import { readSequence } from '../../sequence/index.js'
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

/**
 * The calls of a rehearsal, as the text of a plan.
 * @throws UsageError RECEIPT_REFUSED where another build kept them: what they refer to may be other words here
 */
export function planOfRehearsal(
  id: string,
  { sequence }: Extract<Assessment, { readonly kind: 'appliable' }>,
): string {
  const text = JSON.stringify(sequence)
  const reading = readSequence(text)
  if (reading.kind === 'ready') return text
  throw new UsageError('RECEIPT_REFUSED', `Cannot apply the rehearsal ${id}: ${reading.why}`, {
    hint: 'nothing was done. Let the client rehearse again',
  })
}

/** A rehearsal that is being done for real: who may, and what the journal has of it then. Nobody else can begin it meanwhile. */
interface Applying {
  /** Nothing was called: a person may say yes again, and a yes of before counts no more. */
  giveBack(): Promise<void>
  /** It was begun, and goes on later or elsewhere: what comes of it is told by `settleApplied`. */
  leave(): Promise<void>
  /** It was begun: `run` names it in the journal. `renamed`: what is called otherwise now, where it is done. */
  end(run: string, renamed: JsonObject | undefined): Promise<void>
}

/**
 * Says yes to it and takes it. Undefined where it waits for no yes any more, or somebody else has it.
 * @throws StoreError as the journal
 */
export async function beginApplying(
  journal: RunJournal,
  id: string,
  by: string,
  leaseMs = LEASE_MS,
): Promise<Applying | undefined> {
  const run = await journal.read(id, 'rehearsal')
  const { question } = run ?? {}
  if (run === undefined || question === undefined || readAssessment(run)?.kind !== 'appliable')
    return undefined
  if (run.state === 'waiting') await journal.decide(id, { kind: 'approve', question: question.digest, by })
  const claim = await journal.claim(id, { name: `process ${process.pid}, ${randomName()}`, leaseMs })
  return claim.kind === 'owned' ? applying(claim.run, id, question.text) : undefined
}

function applying(held: OwnedRun, id: string, text: string): Applying {
  return {
    giveBack: () =>
      held.leave({
        kind: 'ask',
        question: { digest: digest({ rehearsal: id, asked: text, again: randomName() }), text },
      }),
    leave: () => held.leave({ kind: 'pause' }),
    end: (run, renamed) =>
      held.leave({
        ...{ kind: 'end', state: renamed === undefined ? 'failed' : 'done', result: JSON.stringify({ run }) },
        ...(renamed === undefined ? {} : { went: JSON.stringify(renamed) }),
      }),
  }
}

/**
 * What became of a rehearsal whose run went on without whoever began it: once that run is done, so is the rehearsal.
 * @throws StoreError as the journal
 */
export async function settleApplied(journal: RunJournal, id: string): Promise<void> {
  const rehearsal = await journal.read(id, 'rehearsal')
  if (rehearsal?.state !== 'running' || readAssessment(rehearsal)?.kind !== 'appliable') return
  const done = (await journal.list()).find(({ title, state }) => title === titleOfRun(id) && state === 'done')
  const renamed = done === undefined ? undefined : renamedIn((await journal.read(done.id))?.result)
  if (done === undefined || renamed === undefined) return
  const claim = await journal.claim(id, {
    name: `process ${process.pid}, ${randomName()}`,
    leaseMs: LEASE_MS,
  })
  if (claim.kind === 'owned') await applying(claim.run, id, '').end(done.id, renamed)
}

/** Undefined where it did not come to its end. `text`: as a journal keeps the result of a run. */
function renamedIn(text: string | undefined): JsonObject | undefined {
  const kept = text === undefined || text === '' ? undefined : parseJson(text, 'the result of a run')
  if (!isJsonObject(kept) || kept.ended !== 'completed' || !isJsonObject(kept.result)) return undefined
  const { renamed } = kept.result
  return isJsonObject(renamed) ? renamed : undefined
}

/** The rehearsal that a run of this title does for real. */
export function rehearsalOfTitle(title: string): string | undefined {
  return /^rehearsal (\S+)$/.exec(title)?.[1]
}

/** The title of the run by which it is done. */
export function titleOfRun(id: string): string {
  return `rehearsal ${id}`
}

/** Longer than a run may take: where no process is known to be dead, nobody takes it meanwhile. */
const LEASE_MS = 3_600_000
