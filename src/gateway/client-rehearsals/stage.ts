/** One copied world for one client, with servers started for it, and whoever may answer for those that have no copy there. */
import type { ToolCall } from '../../call/index.js'
import { type CopiedServers, copyLink, type OpenContacts, type SeenChange } from '../../dryrun/index.js'
import { effectsOfTools } from '../../effects/index.js'
import type { ContactsOfRehearsal } from '../contacts/make-contacts.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import { takeBeside } from '../copies/take-beside.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { Upstreams } from '../upstreams/upstreams.js'
import type { SeenCall } from './seen-call.js'
import { stageCalls } from './stage-calls.js'

/** Fresh when it was opened. Disposing ends its servers; nothing that they did is left. */
export interface Stage extends AsyncDisposable {
  /** Numbers what it asks servers from 1. Rejects with the reason of the call's signal alone. */
  call(call: ToolCall): Promise<SeenCall>
  /** As copied servers have it. */
  setAccessTimes(paths: readonly string[], atMs: number): Promise<void>
  /** Ends the servers in order, and tells what changed after the last answer. */
  end(): Promise<readonly SeenChange[]>
  /** Servers that answer in the copy. */
  readonly copied: readonly string[]
  /** `why`: the end of a sentence. */
  readonly notCopied: readonly { readonly server: string; readonly why: string }[]
}

/** From the disk as it is now; `signal` ends it. @throws what taking copies throws; the signal's reason when aborted */
export type OpenStage = (by: Requester, signal: AbortSignal) => Promise<Stage>

export interface StageMeans {
  readonly world: GatewayWorld
  readonly upstreams: Upstreams
  readonly copies: Pick<GatewayCopies, 'take'>
  /** Whether the user wants this call assumed to succeed where its server has no copy. */
  readonly isAssumed: (call: ToolCall) => boolean
}

export function openStageWith({ world, upstreams, copies, isAssumed }: StageMeans): OpenStage {
  return async (by, signal) => {
    const open: AsyncDisposable[] = []
    const closeAll = async (): Promise<void> => {
      for (const each of open.splice(0).reverse()) await each[Symbol.asyncDispose]()
    }
    try {
      const { catalogue, taken } = await takeBeside(upstreams.catalogue(), () =>
        copies.take(by, signal, true),
      )
      open.push(taken)
      const { registry } = catalogue
      const source = taken.source(registry)
      const copied: CopiedServers = await source.open(signal)
      open.push(copied)
      const made = world.contacts?.(registry, by, signal)
      if (made !== undefined) open.push(made)
      const contacts = await openContacts(made, signal)
      if (contacts !== undefined) open.push(contacts)
      const effects = effectsOfTools(registry, { ...world, effects: made?.options.effects ?? world.effects })
      const link = copyLink(copied, { effects, durationsOf: () => Promise.resolve(undefined) })
      const notCopied = source.notCopied
      return {
        call: stageCalls({
          ...{ world, catalogue, effects, link, contacts, isAssumed },
          ...{ principal: by.principal, notCopied },
        }),
        copied: [...copied.servers.keys()],
        notCopied,
        async setAccessTimes(paths, atMs) {
          await copied.setAccessTimes?.(paths, atMs)
        },
        async end() {
          await link.end()
          return link.log.late
        },
        [Symbol.asyncDispose]: closeAll,
      }
    } catch (failure) {
      await closeAll()
      throw failure
    }
  }
}

async function openContacts(
  made: ContactsOfRehearsal | undefined,
  signal: AbortSignal,
): Promise<OpenContacts | undefined> {
  return made?.options.contacts?.open(signal)
}
