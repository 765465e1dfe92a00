/** Keeps what a live server answers. */
import { type Clock, defined, StoreError } from '../base/index.js'
import type { Answerer, ToolCall } from '../call/index.js'
import { changesData } from './freshness/data-changes.js'
import { type KnownContract, recordedCall } from './known-contract.js'
import { responseOf } from './recorded-answer.js'
import type { RecordingStore } from './recording-store.js'
import type { Redactor } from './redaction/redactor.js'
import { sealRecording } from './redaction/seal-recording.js'

/** What has to be known of a tool to record a call of it. */
export interface LiveContract extends KnownContract {
  readonly serverVersion?: string
  /** The protocol's revision that the session speaks. */
  readonly revision: string
}

export interface RecordOptions {
  readonly store: RecordingStore
  /** With the secrets of every server of the chain, and the store's salt. Nothing is stored that did not pass it. */
  readonly redactor: Redactor
  /** Whose credentials a server was given: see principalOf. */
  readonly principal: (server: string) => string
  readonly clock: Clock
  /** What is known of the call's tool; calls of tools of which nothing is known are not recorded. */
  readonly contract: (call: ToolCall) => LiveContract | undefined
  /** Told each time the store fails. The call is made, and its answer returned, all the same. */
  readonly onStoreFailure: (failure: StoreError) => void
}

/**
 * Appends each live outcome to the store before it is returned: results, errors of tools and of the protocol alike.
 * A call that throws (transport, timeout, cancelled) has no outcome and is never recorded; neither is an answer that is not live.
 * After a call that may have changed the data of its server the generation advances; one that began before keeps the old number.
 */
export function recordAnswerer(options: RecordOptions): Answerer {
  const { store, redactor, principal, clock, contract, onStoreFailure } = options
  const tell = (failure: unknown): void => {
    if (!(failure instanceof StoreError)) throw failure
    onStoreFailure(failure)
  }
  const advance = async (server: string): Promise<void> => {
    await store.generations.advance(server).catch(tell)
  }
  /** A number that is too low makes an answer stale: nothing is served that may be old. */
  const generationOf = (server: string): Promise<number> =>
    store.generations.of(server).catch((failure: unknown) => {
      tell(failure)
      return 0
    })
  return {
    name: 'record',
    async answer(call, next) {
      const generation = await generationOf(call.server)
      const recordedAt = new Date(clock.now()).toISOString()
      const startedAt = clock.monotonic()
      const answer = await next(call).catch(async (failure: unknown) => {
        // Nobody saw how it ended: what it was to change may have changed.
        if (contract(call)?.effect !== 'read') await advance(call.server)
        throw failure
      })
      const durationMs = clock.monotonic() - startedAt
      const known = answer.provenance.source === 'live' ? contract(call) : undefined
      const recorded = known && recordedCall(call, known.fingerprint, principal(call.server), redactor)
      if (known === undefined || recorded === undefined) {
        if (answer.provenance.source === 'live' && known?.effect !== 'read') await advance(call.server)
        return answer
      }
      const { launch, serverVersion, effect = 'unknown', revision } = known
      const recording = sealRecording(
        {
          ...recorded,
          ...defined({ launch, serverVersion }),
          revision,
          tool: { name: call.tool, fingerprint: known.fingerprint, effect },
          between: [],
          ended: 'answered',
          response: responseOf(answer.outcome),
          generation,
          recordedAt,
          durationMs,
        },
        redactor,
      )
      await store.append([recording]).catch(tell)
      if (changesData(recording)) await advance(call.server)
      return answer
    },
  }
}
