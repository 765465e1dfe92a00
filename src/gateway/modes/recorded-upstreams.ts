/** Recordings in the place of servers: whoever uses one talks to what was recorded for the same principal. */
import { UsageError } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import { ignoredOf, type ServerEntry } from '../../config/index.js'
import type { Recording, RecordingStore } from '../../recording/index.js'
import { type ContractLock, toolsOfLock } from '../../registry/index.js'
import { createReplay, recordedServers } from '../../replay/index.js'
import type { Service } from '../../server/index.js'
import { ANONYMOUS } from '../clients/principal-of.js'
import { type GatewayWorld, recordingPrincipal } from '../opening/gateway-world.js'
import { upstreamsOptions } from '../opening/upstream-options.js'
import { createUpstreams } from '../upstreams/create-upstreams.js'
import type { LiveUpstreams } from '../upstreams/upstreams.js'

/**
 * The servers of the config, or without one those that were recorded. No process is started and nothing is connected to.
 * @throws UsageError USAGE without a store; StoreError
 */
export async function openRecordedUpstreams(world: GatewayWorld): Promise<LiveUpstreams> {
  const { store } = world
  if (store === undefined)
    throw new UsageError('USAGE', 'Cannot make a gateway that replays without a store', {
      hint: 'name one: a path such as .understudy/recordings.db, or a postgres:// URL',
    })
  const names =
    world.options.config === undefined ? await recordedServers(store) : world.entries.map(({ name }) => name)
  const entries = names.map(
    (name): ServerEntry => ({ name, launch: { kind: 'cassette', file: 'the store' } }),
  )
  const principals = new Map<string, LiveUpstreams>()

  /** Sessions are never shared by two principals, and neither are the recordings behind them. */
  function of(principal: string): LiveUpstreams {
    const services = new Map<string, Promise<Service>>()
    const open = (server: string): Promise<Service> => {
      const service = services.get(server) ?? serviceOf(world, store as RecordingStore, server, principal)
      services.set(server, service)
      return service
    }
    const upstreams =
      principals.get(principal) ??
      createUpstreams({
        ...upstreamsOptions(world),
        ...{ entries, unusable: [] },
        openReplay: (_, server) => open(server),
      })
    principals.set(principal, upstreams)
    return upstreams
  }

  const close = async (): Promise<void> => {
    await Promise.all([...principals.values()].map((upstreams) => upstreams.close()))
  }
  const anonymous = of(ANONYMOUS)
  return {
    ...anonymous,
    // Those that answer are recordings.
    catalogue: async (server) => ({ ...(await anonymous.catalogue(server)), asked: [] }),
    use: (server, requester, work) => of(requester.principal).use(server, requester, work),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function serviceOf(
  world: GatewayWorld,
  store: RecordingStore,
  server: string,
  principal: string,
): Promise<Service> {
  const { settings, clock, lock } = world
  const recordings: Recording[] = []
  const whose = principalFilter(world, store, server, principal)
  for await (const recording of store.list({ server })) if (whose(recording)) recordings.push(recording)
  const replay = createReplay({
    ...{ recordings, server, clock },
    redactor: world.redactor,
    ignore: (tool) => ignoredOf(settings, toolRef({ server, tool })),
  })
  const isListed = recordings.some(
    ({ method, response }) => method === 'tools/list' && response !== undefined,
  )
  return isListed || lock === undefined ? replay.service : withToolsOfLock(replay.service, server, lock)
}

/** Without a config nobody knows with which credentials a server was recorded: then all of it is everybody's, as in a replay. */
function principalFilter(
  world: GatewayWorld,
  store: RecordingStore,
  server: string,
  principal: string,
): (recording: Recording) => boolean {
  if (world.options.config === undefined && principal === ANONYMOUS) return () => true
  const wanted = recordingPrincipal(world, store, principal)(server)
  return (recording) => recording.principal === wanted
}

/** Where nobody recorded a list of tools. */
function withToolsOfLock(service: Service, server: string, lock: ContractLock): Service {
  const tools = toolsOfLock(lock).find((each) => each.server === server)?.tools ?? []
  return {
    ...service,
    async answer(request, turn) {
      if (request.method !== 'tools/list') return service.answer(request, turn)
      // Tools are what a server listed, which was JSON; their type has no index.
      return { result: { tools: tools as unknown as [] } }
    },
  }
}
