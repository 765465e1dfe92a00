/** Answers calls with what the server said to the very same call before. */
import type { Clock } from '../base/index.js'
import type { Answer, Answerer, Durations, ToolCall } from '../call/index.js'
import { type KnownContract, recordedCall } from './known-contract.js'
import { outcomeOf } from './recorded-answer.js'
import type { RecordedEffect, Recording } from './recording.js'
import type { RecordingStore } from './recording-store.js'
import type { Redactor } from './redactor.js'

export interface ReplayOptions {
  readonly store: RecordingStore
  /** As when it was recorded: with the store's salt, and the same secrets. Arguments are redacted before they are compared. */
  readonly redactor: Redactor
  /** Whose credentials a server is given: see principalOf. */
  readonly principal: (server: string) => string
  /** What is known of the call's tool; nothing is looked up for tools of which nothing is known. */
  readonly contract: (call: ToolCall) => KnownContract | undefined
  /** Which effects' answers may be served; default: those of reads. Other answers are evidence: the world has moved since. */
  readonly served?: ReadonlySet<RecordedEffect>
  /** Absent: answers of any age are served. */
  readonly freshness?: Freshness
}

/** How old an answer may be. */
export interface Freshness {
  readonly maxAgeMs: number
  readonly clock: Clock
  /** `serve` answers all the same, and the provenance says so; `skip` lets the next answerer answer. */
  readonly whenStale: 'serve' | 'skip'
}

/**
 * Serves the newest recording of exactly this call: server, tool, arguments, contract and principal. Never another call's answer,
 * and never for arguments of which a part is unknown. Whoever answers instead gets the durations that the store knows.
 * An effect that is known now counts instead of the one that was noted when it was recorded.
 */
export function replayAnswerer(options: ReplayOptions): Answerer {
  const { store, redactor, principal, contract, served = READS, freshness } = options
  return {
    name: 'recording',
    async answer(call, next) {
      const known = contract(call)
      if (known === undefined) return next(call)
      const wanted = recordedCall(call, known.fingerprint, principal(call.server), redactor)
      const recording = wanted && (await store.lookup(wanted.key, known.launch))
      const durations = await store.durations({
        key: wanted?.key ?? '',
        server: call.server,
        tool: call.tool,
      })
      const outcome = recording && outcomeOf(recording)
      if (recording === undefined || outcome === undefined) return answeredByNext(call, next, durations)
      if (!served.has(known.effect ?? recording.tool?.effect ?? 'unknown'))
        return answeredByNext(call, next, durations)
      const staleMs = staleAge(recording, freshness)
      if (staleMs !== undefined && freshness?.whenStale === 'skip') {
        return answeredByNext(call, next, durations)
      }
      return {
        outcome,
        provenance: {
          source: 'recording',
          recordedAt: recording.recordedAt,
          ...(staleMs === undefined ? {} : { stale: true, note: `recorded ${ageInWords(staleMs)} ago` }),
        },
        ...(durations === undefined ? {} : { durations }),
      }
    },
  }
}

async function answeredByNext(
  call: ToolCall,
  next: (call: ToolCall) => Promise<Answer>,
  durations: Durations | undefined,
): Promise<Answer> {
  const answer = await next(call)
  return durations === undefined || answer.durations !== undefined ? answer : { ...answer, durations }
}

/** The age of a recording that is older than it may be. */
function staleAge(recording: Recording, freshness: Freshness | undefined): number | undefined {
  if (freshness === undefined) return undefined
  const ageMs = freshness.clock.now() - Date.parse(recording.recordedAt)
  return ageMs > freshness.maxAgeMs ? ageMs : undefined
}

function ageInWords(ageMs: number): string {
  const [unit, size] = UNITS.find(([, each]) => ageMs >= each) ?? ['second', 1000]
  const count = Math.floor(ageMs / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const READS: ReadonlySet<RecordedEffect> = new Set(['read'] as const)
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
