/** What proves a wait: how long it takes when its server hangs, and what comes of it. */
import type { PumpedClock } from './pumped-clock.js'

export const SECOND = 1000
export const clientInfo = { name: 'test', version: '0' }

/** What a wait with a limit must come to: how long it took, and what came of it. */
export interface Outcome {
  readonly tookMs: number
  readonly result: unknown
}

export interface Proof {
  /** Virtual milliseconds. */
  readonly limitMs: number
  readonly comesTo: object | undefined
  readonly wait: (time: PumpedClock) => Promise<Outcome>
}

/** Where a wait is proved elsewhere, by a test of that title. */
export interface Cited {
  readonly file: string
  readonly title: string
}

/** Lets time pass until the work is over, once the server has hung. */
export async function timed(
  time: PumpedClock,
  work: Promise<unknown>,
  hung: Promise<unknown> = Promise.resolve(),
): Promise<Outcome> {
  let result: unknown
  const settled = work.then(
    (value) => {
      result = value
    },
    (failure: unknown) => {
      result = failure
    },
  )
  await hung
  return { tookMs: await time.until(settled), result }
}

/** Proofs by the row of the table that they are of. */
export type Proofs = Readonly<Record<string, readonly (Proof | Cited)[]>>
