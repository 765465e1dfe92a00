/** The end of a rehearsal's chain: nothing is known about the answer, and it says so. */
import type { Answerer } from './chain.js'

/** Answers every call with the unknown: not null, not empty, a value of which nothing can be said. */
export function unknownAnswerer(): Answerer {
  return {
    name: 'unknown',
    answer: () =>
      Promise.resolve({
        outcome: { kind: 'result', content: [] },
        provenance: { source: 'unknown' },
        unknown: true,
      }),
  }
}
