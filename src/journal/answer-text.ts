/** What came of a call, as the journal has it: enough to answer the same again. */
import type { JsonValue } from '../base/index.js'
import type { Answer } from '../call/index.js'

/** `took`: milliseconds of the program's own time. */
export type KeptAnswer =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly tookMs: number }
  /** Nothing usable came back, and it is known that the call changed nothing. */
  | { readonly kind: 'failed'; readonly why: string; readonly tookMs: number }

export function writeAnswer(kept: KeptAnswer): string {
  return JSON.stringify(kept)
}

/** The text is what `writeAnswer` made: the journal is sealed, and nobody else writes there. */
export function readAnswer(text: string): KeptAnswer {
  return JSON.parse(text) as KeptAnswer
}

/** An answer that a person, or a read, knows of: as if the server had given it. */
export function settledAnswer(value: JsonValue): string {
  const content = [{ type: 'text' as const, text: typeof value === 'string' ? value : JSON.stringify(value) }]
  const structured = typeof value === 'object' && value !== null ? { structured: value } : {}
  const answer: Answer = {
    outcome: { kind: 'result', content, ...structured },
    provenance: { source: 'live', note: 'said by a person after it was in doubt' },
  }
  return writeAnswer({ kind: 'answer', answer, tookMs: 1 })
}

/** With how long it took where nobody says how long it takes: the program's time is moved by that, and again when it is run again. */
export function timed(answer: Answer, tookMs: number): Answer {
  return answer.durations === undefined
    ? { ...answer, durations: { p50: tookMs, p90: tookMs, samples: 1 } }
    : answer
}
