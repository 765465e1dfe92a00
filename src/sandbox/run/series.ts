/** Runs of one program in one guest, for as long as it lives: a run that had to be ended takes the guest with it. */
import type { GuestProcess } from '../process/guest-process.js'
import type { GuestJob, GuestRun, GuestSeries } from '../sandbox.js'

export interface SeriesSurroundings {
  take(): Promise<GuestProcess>
  /** Runs the job, and lets the guest live if its program was over by itself. */
  run(guest: GuestProcess, job: GuestJob): Promise<GuestRun>
  /** The series needs no guest any more; told once. */
  done(): void
}

export function createSeries({ take, run, done }: SeriesSurroundings): GuestSeries {
  let guest: GuestProcess | undefined
  let isOver = false
  return {
    async run(job) {
      job.signal?.throwIfAborted()
      if (guest?.isAlive() !== true) guest = await take()
      const current = guest
      const result = await run(current, job)
      if (result.ended !== 'completed' && result.ended !== 'threw') guest = undefined
      return result
    },
    async [Symbol.asyncDispose]() {
      guest?.kill()
      await guest?.over
      guest = undefined
      if (!isOver) done()
      isOver = true
    },
  }
}
