/** Answers calls with what the server said to the very same call before. */
import { defined, systemClock } from '../base/index.js'
import type { Answer, Answerer, Durations, ToolCall } from '../call/index.js'
import { type FoundRecording, findRecording } from './find-recording.js'
import { changesSince } from './freshness/changes-since.js'
import type { EarlierContract } from './freshness/earlier-contract.js'
import { type Freshness, generationSeen, whyStale } from './freshness/staleness.js'
import { type KnownContract, recordedCall } from './known-contract.js'
import { argumentsOf, outcomeOf } from './recorded-answer.js'
import type { RecordedEffect, Recording } from './recording.js'
import type { RecordingStore } from './recording-store.js'
import type { Redactor } from './redaction/redactor.js'

export interface ReplayOptions {
  readonly store: RecordingStore
  /** As when it was recorded: with the store's salt, and the same secrets. Arguments are redacted before they are compared. */
  readonly redactor: Redactor
  /** Whose credentials a server is given: see principalOf. */
  readonly principal: (server: string) => string
  /** What is known of the call's tool; nothing is looked up for tools of which nothing is known. */
  readonly contract: (call: ToolCall) => KnownContract | undefined
  /** Contracts that the call's tool had before, the latest first; asked only where its own has no recording. Absent: none. */
  readonly earlier?: (call: ToolCall) => Promise<readonly EarlierContract[]>
  /** Which effects' answers may be served; default: those of reads. Other answers are evidence: the world has moved since. */
  readonly served?: ReadonlySet<RecordedEffect>
  /** JSON Pointers into the arguments of the call's tool that do not count: the step `*` is any member or item. Absent: everything counts. */
  readonly ignored?: (call: ToolCall) => readonly string[]
  /** Absent: answers of any age are served, as long as the data and the contract are those of the recording. */
  readonly freshness?: Freshness
  /**
   * Whether what a recorded call changed is provably not what a call reads. Asked where the data of the server changed since an answer
   * was recorded. Absent: never.
   */
  readonly isElsewhere?: (changed: RecordedArguments, read: ToolCall) => boolean
}

/** What a recorded call was: its arguments without their secrets. */
export type RecordedArguments = Pick<ToolCall, 'server' | 'tool' | 'arguments'>

/** What it hangs on, beside the recording and the contract. */
export interface StalenessOptions extends Pick<ReplayOptions, 'isElsewhere'> {
  readonly store: Pick<RecordingStore, 'list'> & {
    readonly generations: Pick<RecordingStore['generations'], 'of'>
  }
  readonly freshness?: Pick<Freshness, 'clock' | 'maxAgeMs'>
}

/**
 * Serves the newest recording of exactly this call: server, tool, arguments, contract and principal; where there is none, the newest
 * that differs in what does not count alone. Never another call's answer, and never for arguments of which a part is unknown.
 * What another start of the server said is stale, since nobody knows how much of its world is the same.
 * Whoever answers instead gets the durations that the store knows, and is told of a stale recording that was passed over.
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
      const found = wanted && (await findRecording(call, wanted, known, options))
      const { server, tool } = call
      const durations = await store.durations({
        key: found?.recording.key ?? wanted?.key ?? '',
        server,
        tool,
      })
      const outcome = found && outcomeOf(found.recording)
      if (found === undefined || outcome === undefined) return answeredByNext(call, next, durations)
      const { recording } = found
      if (!served.has(known.effect ?? recording.tool?.effect ?? 'unknown'))
        return answeredByNext(call, next, durations)
      const stale = await stalenessOf(call, found, options)
      if (stale !== undefined && freshness?.whenStale !== 'serve')
        return answeredByNext(call, next, durations, stale)
      return {
        outcome,
        provenance: {
          source: 'recording',
          recordedAt: recording.recordedAt,
          ...(stale === undefined ? {} : { stale: true, note: stale }),
        },
        ...defined({ durations }),
      }
    },
  }
}

/** How long the answer to a call took, or answers of its tool, whoever answers it now. */
export async function recordedDurations(
  call: ToolCall,
  {
    store,
    redactor,
    principal,
    contract,
  }: Pick<ReplayOptions, 'store' | 'redactor' | 'principal' | 'contract'>,
): Promise<Durations | undefined> {
  const known = contract(call)
  const wanted = known && recordedCall(call, known.fingerprint, principal(call.server), redactor)
  const { server, tool } = call
  return store.durations({ key: wanted?.key ?? '', server, tool })
}

/**
 * Why a recording that answers a call is stale, undefined while it is fresh: the one question of whoever serves recordings and of
 * whoever lists them.
 */
export async function stalenessOf(
  call: ToolCall,
  { recording, contractChange, isOfOtherStart }: FoundRecording,
  options: StalenessOptions,
): Promise<string | undefined> {
  const { store, freshness } = options
  const { maxAgeMs: limit, clock = systemClock } = freshness ?? {}
  const maxAgeMs = typeof limit === 'function' ? limit(call) : limit
  const generation = await store.generations.of(call.server)
  return whyStale(recording, {
    nowMs: clock.now(),
    generation,
    isUntouched:
      generationSeen(recording) < generation && (await isUntouched(call, recording, generation, options)),
    ...defined({ maxAgeMs, contractChange, isOfOtherStart }),
  })
}

async function isUntouched(
  call: ToolCall,
  recording: Recording,
  generation: number,
  { store, isElsewhere }: StalenessOptions,
): Promise<boolean> {
  if (isElsewhere === undefined) return false
  // Without their secrets, as those of what was changed.
  const args = argumentsOf(recording)
  const read = { ...call, ...defined({ arguments: args }) }
  const changes = await changesSince(recording, generation, store)
  return (
    changes?.every((change) => {
      const args = argumentsOf(change)
      const { server, tool } = change
      return isElsewhere({ server, tool: tool.name, ...defined({ arguments: args }) }, read)
    }) ?? false
  )
}

async function answeredByNext(
  call: ToolCall,
  next: (call: ToolCall) => Promise<Answer>,
  durations: Durations | undefined,
  passedOver?: string,
): Promise<Answer> {
  const answer = await next(call)
  return {
    ...answer,
    ...(passedOver === undefined ? {} : { provenance: { ...answer.provenance, passedOver } }),
    ...(durations === undefined || answer.durations !== undefined ? {} : { durations }),
  }
}

const READS: ReadonlySet<RecordedEffect> = new Set(['read'] as const)
