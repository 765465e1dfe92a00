/** How long a client that has closed its end may still be listening. */
import { type Clock, waitFor } from '../base/index.js'

export interface LastAnswersOptions {
  readonly clock: Clock
  /** How many messages the server has sent so far. */
  readonly heard: () => number
}

/** Resolves once nothing of `busy` is under way, or the server has said nothing for long enough, or has spoken on for too long. */
export async function lastAnswers(
  busy: ReadonlySet<Promise<void>>,
  { clock, heard }: LastAnswersOptions,
): Promise<void> {
  const onTimeout = (): Error => new Error('Busy')
  const until = clock.monotonic() + IN_ALL_MS
  for (let before = -1; before !== heard() && busy.size > 0 && clock.monotonic() < until; ) {
    before = heard()
    await waitFor(Promise.all(busy), { timeoutMs: SILENCE_MS, clock, onTimeout }).catch(() => undefined)
  }
}

/** Milliseconds that a server which works may need for one answer. */
const SILENCE_MS = 10_000
/** One that speaks without end and does not answer must not be listened to for ever; milliseconds. */
const IN_ALL_MS = 300_000
