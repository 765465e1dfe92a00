/** What every journal decides alike. */
import { StoreError, UsageError } from '../base/index.js'
import type { EndState, JournaledRun, RunState } from './run-journal.js'

export function isOver(state: RunState): state is EndState {
  return state !== 'running' && state !== 'waiting' && state !== 'doubt'
}

/** What stops a run keeps it from everybody, until a person has said what there is to say. */
export function mayBeClaimed({ state, question, approvals, calls }: JournaledRun): boolean {
  switch (state) {
    case 'running':
      return true
    case 'waiting':
      return approvals.some((each) => each.question === question?.digest)
    case 'doubt':
      return !calls.some((call) => call.state === 'sent')
    default:
      return false
  }
}

/** How much of a lease may have passed since it was asked for when a call leaves: the rest is for what the process does not see. */
export const LATEST_SHARE = 0.5

/** An owner that was stopped may send as late as its last look lets it: nobody says before that that a call never happened. */
export function isQuiet(
  { leaseUntil, leaseMs }: { readonly leaseUntil?: number | undefined; readonly leaseMs: number },
  now: number,
): boolean {
  return leaseUntil === undefined || leaseUntil + leaseMs * LATEST_SHARE <= now
}

export function lost(id: string): StoreError {
  return new StoreError(
    'RUN_LOST',
    `Cannot go on with the run ${id}: another owner has it, or it was abandoned`,
    {
      hint: `understudy runs show ${id} tells what became of it`,
      data: { run: id },
    },
  )
}

/** What stands beside the name of whoever gave a run up, where the digest of a question stands otherwise. */
export const ABANDONED = 'abandoned'

export function unknownRun(id: string): UsageError {
  return new UsageError('RUN_UNKNOWN', `Cannot find the run ${JSON.stringify(id)}`, {
    hint: 'understudy runs list tells which runs there are; they are kept for 30 days',
  })
}
