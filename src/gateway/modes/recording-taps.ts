/** Records what passes between the gateway and its servers: whole exchanges, each under the name of whoever made it. */
import { type Clock, printable } from '../../base/index.js'
import { contractsUnder, launchDigest, type ServerEntry } from '../../config/index.js'
import { serversBeside } from '../../launch/index.js'
import type { Tool } from '../../protocol/index.js'
import { createRecorder, type Recorder, type RecordingStore, recordEvents } from '../../recording/index.js'
import type { ToolContract } from '../../registry/index.js'
import type { TapEvent } from '../../transport/index.js'
import { ANONYMOUS } from '../clients/principal-of.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import type { UpstreamConnection } from '../upstreams/options.js'

export interface RecordingTaps {
  tap(connection: UpstreamConnection): (event: TapEvent) => void
  /** What a server promises: a recording of a call is worth something only with the contract of its tool. */
  learn(server: string, tools: readonly Tool[]): void
  isKnown(server: string): boolean
  /** Resolves when everything that has ended is stored, or lost. */
  settled(): Promise<void>
}

/** Sessions are never shared by two principals, so that each connection is one's alone. */
export function createRecordingTaps(world: GatewayWorld, store: RecordingStore): RecordingTaps {
  const { entries, clock, warn } = world
  const recorders = new Map<string, Recorder>()
  const redactor = world.redactor
  const known = new Map<string, ReadonlyMap<string, ToolContract>>()

  function recorderOf(entry: ServerEntry, principal: string): Recorder {
    const key = JSON.stringify([entry.name, principal])
    const recorder = recorders.get(key) ?? startRecorder(entry, principal, clock)
    recorders.set(key, recorder)
    return recorder
  }

  function startRecorder(entry: ServerEntry, principal: string, clock: Clock): Recorder {
    const { name: server } = entry
    return createRecorder({
      ...{ server, store, clock, beside: serversBeside(entry, entries) },
      launch: launchDigest(entry),
      redactor: () => redactor,
      principal: recordingPrincipal(world, store, principal)(server),
      ...contractsUnder(world, server),
      contract: (tool) => known.get(server)?.get(tool),
      onFailure(failure) {
        const reason = failure instanceof Error ? failure.message : String(failure)
        warn(`Not everything of ${server} was recorded: ${printable(reason, { oneLine: true })}`)
      },
    })
  }

  return {
    tap({ server, requester }) {
      const entry = entries.find(({ name }) => name === server)
      if (entry === undefined) return () => undefined
      return recordEvents(recorderOf(entry, requester?.principal ?? ANONYMOUS))
    },
    learn(server, tools) {
      const { describe } = contractsUnder(world, server)
      known.set(server, new Map(tools.map((tool) => [tool.name, describe(tool)])))
    },
    isKnown: (server) => known.has(server),
    async settled() {
      await Promise.all([...recorders.values()].map((recorder) => recorder.settled()))
    },
  }
}
