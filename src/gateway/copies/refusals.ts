/** Servers that could not be copied are not tried again for a while: some take their whole time to fail. */
import type { Clock } from '../../base/index.js'
import type { PreparedCopies } from '../../copy/index.js'

type NotCopied = PreparedCopies['notCopied'][number]

export interface Refusals {
  /** Those that are not to be tried just now, and why. */
  now(): readonly NotCopied[]
  note(notCopied: readonly NotCopied[]): void
}

export function createRefusals(clock: Clock): Refusals {
  const known = new Map<string, { readonly refusal: NotCopied; readonly untilMs: number }>()
  return {
    now() {
      for (const [server, { untilMs }] of known) if (untilMs <= clock.monotonic()) known.delete(server)
      return [...known.values()].map(({ refusal }) => refusal)
    },
    note(notCopied) {
      for (const refusal of notCopied)
        if (!known.has(refusal.server))
          known.set(refusal.server, { refusal, untilMs: clock.monotonic() + AGAIN_MS })
    },
  }
}

const AGAIN_MS = 120_000
