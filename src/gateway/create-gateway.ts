/** A gateway: opens what it is made of, chooses its mode, and closes what it opened. */

import { defined, packageVersion, UsageError, withoutUndefined } from '../base/index.js'
import { parseToolRef } from '../call/index.js'
import type { ServiceSelf } from '../server/index.js'
import { DEFAULT_LIST_PATIENCE_MS, type GatewayMode } from './choices/index.js'
import { allowsContacts } from './contacts/make-contacts.js'
import { executeFor, runBoundFor } from './execute-for-library.js'
import type { Gateway } from './gateway.js'
import { checkGatewayOptions, type GatewayOptions } from './gateway-options.js'
import { libraryRequester } from './library-requester.js'
import type { ComposedMode } from './modes/composed-mode.js'
import { createRunResources } from './modes/run-resources.js'
import type { GatewayWorld } from './opening/gateway-world.js'
import { openWorld } from './opening/open-world.js'
import type { GatewayService } from './service/gateway-parts.js'
import { createGatewayService, createListPatience, type OwnTool } from './service/index.js'
import { createDescribeTools } from './tools/describe-tools.js'
import { createExecuteCode } from './tools/execute-code.js'
import { createExecuteDag } from './tools/execute-dag.js'
import { createFinishRehearsal } from './tools/finish-rehearsal.js'
import { programPlan, workflowPlan } from './tools/plans.js'
import { createRunPlan } from './tools/run-plan.js'
import { createRunsTool } from './tools/runs.js'
import { createSearchTools } from './tools/search-tools.js'

/**
 * Starts no server before one is needed. Closing it ends what is under way and every server, and closes what it opened.
 * @throws UsageError for options that are unknown or cannot be used, GATEWAY_LOOP behind itself, and for files that cannot be read; StoreError
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  checkGatewayOptions(options)
  const { mode = 'live', signal } = options
  const opened = await openWorld(options)
  const { world } = opened
  const composed = await composeMode(mode, await withContacts(world)).catch(async (failure: unknown) => {
    await opened[Symbol.asyncDispose]()
    throw failure
  })
  const { upstreams, plans } = composed
  const ended = new AbortController()
  const requester = libraryRequester(ended.signal)
  const execute = executeFor(mode, plans, requester)
  const service = serviceOf(options, world, composed)
  let calls = 0
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    ended.abort(new UsageError('ALREADY_CLOSED', 'Cannot go on: the gateway has been closed'))
    service.close()
    await composed[Symbol.asyncDispose]()
    await opened[Symbol.asyncDispose]()
  }

  const close = (): Promise<void> => {
    closing ??= closeAll()
    return closing
  }
  signal?.addEventListener('abort', () => void close(), { once: true, signal: ended.signal })
  // It may have been aborted while all of this was opened.
  if (signal?.aborted === true) await close()
  return {
    mode,
    service,
    // Proof of both: a choice with `dry_run: true` gives the report of a rehearsal, any other that of a run.
    executeCode: ((program, choice) =>
      execute('execute code', programPlan(program), choice)) as Gateway['executeCode'],
    executeDag: ((workflow, choice) =>
      execute('execute a workflow', workflowPlan(workflow), choice)) as Gateway['executeDag'],
    async resumeRun(id, choice = {}) {
      const resume = plans?.resume ?? refuseMode(NO_JOURNAL, id)
      ended.signal.throwIfAborted()
      const resumed = await resume(id, choice, requester)
      return 'report' in resumed ? resumed.report : resumed
    },
    async showRehearsal(id, { signal = ended.signal } = {}) {
      const show = plans?.showRehearsal ?? refuseMode(NO_REHEARSALS, id)
      ended.signal.throwIfAborted()
      return show(id, requester, AbortSignal.any([ended.signal, signal]))
    },
    run: (bound, choice) => runBoundFor(mode, plans, requester)(bound, choice),
    async callTool(ref, args, choice = {}) {
      const target = parseToolRef(ref)
      if (target === undefined)
        throw new UsageError('USAGE', `Cannot call ${JSON.stringify(ref)}: a tool is named SERVER:TOOL`)
      ended.signal.throwIfAborted()
      const by =
        choice.signal === undefined
          ? requester
          : libraryRequester(AbortSignal.any([ended.signal, choice.signal]))
      const given = defined({ arguments: args && withoutUndefined(args) })
      return composed.call({ n: ++calls, ...target, ...given, signal: by.signal }, by)
    },
    health: () => upstreams.health(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Lack {
  readonly doing: string
  readonly lacks: string
  readonly hint: string
}

const NO_JOURNAL: Lack = {
  doing: 'go on with the run',
  lacks: 'this gateway has no journal',
  hint: 'name one with runJournal, of a gateway in the mode "live"',
}
const NO_REHEARSALS: Lack = {
  doing: 'show the rehearsal',
  lacks: 'there are none here',
  hint: 'rehearsals of clients are there in the mode "dry", with copies',
}

function refuseMode({ doing, lacks, hint }: Lack, id: string): never {
  throw new UsageError('MODE_REFUSES', `Cannot ${doing} ${JSON.stringify(id)}: ${lacks}`, { hint })
}

function serviceOf(options: GatewayOptions, world: GatewayWorld, composed: ComposedMode): GatewayService {
  const { mode = 'live' } = options
  const { upstreams, live, plans, callUpstream } = composed
  return createGatewayService({
    ...{ upstreams, callUpstream },
    ...defined({ live, expect: composed.expect }),
    ...(plans === undefined ? {} : { ownResources: createRunResources(world.archive) }),
    ...defined({ principalOf: options.principalOf, timeoutMs: options.timeoutMs }),
    meet: world.line.meet,
    onLargeList: options.onWarning ?? (() => undefined),
    patience: createListPatience({
      patienceMs: options.patienceMs ?? DEFAULT_LIST_PATIENCE_MS,
      clock: world.clock,
    }),
    self: selfOf(composed),
    ownTools: ownTools(composed),
    toolNames: options.toolNames ?? 'prefixed',
    listing: options.listing ?? 'all',
    unknownTools: mode === 'live' || mode === 'dry' ? 'refused-here' : 'refused-by-servers',
    toolsFor: TOOLS_FOR[mode],
  })
}

/** What calls for real offers what a server has for this very client; what is asked nothing, what it has for everybody. */
const TOOLS_FOR = {
  'pass-through': 'each',
  record: 'each',
  live: 'each-unlocked',
  replay: 'everybody',
  dry: 'everybody',
} as const satisfies Record<GatewayMode, unknown>

/** Loaded only where the settings allow something: a mode that is dry has no other way to it. */
async function withContacts(world: GatewayWorld): Promise<GatewayWorld> {
  if (!allowsContacts(world.settings)) return world
  const { gatewayContacts } = await import('./contacts/gateway-contacts.js')
  return { ...world, contacts: gatewayContacts(world) }
}

/** Each mode is a file, and loads no other: the one that is dry has no way to a call. */
async function composeMode(mode: GatewayMode, world: GatewayWorld): Promise<ComposedMode> {
  switch (mode) {
    case 'live':
      return (await import('./modes/live.js')).composeLive(world)
    case 'dry':
      return (await import('./modes/dry.js')).composeDry(world)
    case 'pass-through':
      return (await import('./modes/pass-through.js')).composePassThrough(world)
    case 'record':
      return (await import('./modes/record.js')).composeRecord(world)
    case 'replay':
      return (await import('./modes/replay.js')).composeReplay(world)
  }
}

function ownTools({ plans, upstreams }: ComposedMode): OwnTool[] {
  if (plans === undefined) return []
  return [
    createExecuteDag(plans),
    createExecuteCode(plans),
    ...(plans.finish === undefined ? [] : [createFinishRehearsal(plans.finish)]),
    ...(plans.runs === undefined ? [] : [createRunsTool(plans.runs)]),
    ...(plans.runBound === undefined ? [] : [createRunPlan(plans.runBound)]),
    createSearchTools(upstreams),
    createDescribeTools(upstreams),
  ]
}

function selfOf({ plans }: ComposedMode): ServiceSelf {
  const serverInfo = { name: 'understudy', title: 'Understudy gateway', version: packageVersion() }
  if (plans === undefined) return { serverInfo, capabilities: {} }
  return {
    serverInfo,
    capabilities: {},
    instructions:
      plans.inRehearsal !== undefined
        ? IN_REHEARSAL
        : plans.run === undefined
          ? REHEARSES
          : REHEARSES_AND_RUNS,
  }
}

const FINDING = 'search_tools says in short which tools there are, describe_tools gives their details.'
const REHEARSES = `${FINDING} execute_dag and execute_code rehearse a plan of calls and report what would happen; nothing is ever called.`
const IN_REHEARSAL = `${FINDING} All that you call here is a rehearsal: tools really answer, in a throwaway copy of this machine in which your calls see what those before did, and nothing lasts until a person applies it. Do your whole task, then call finish_rehearsal: it tells what a person can apply. What you do by other means than the tools of this server, such as an editor or a shell of your own, is real at once, and is neither seen nor undone here.`
const REHEARSES_AND_RUNS = `${FINDING} Plans of several calls: rehearse them with execute_dag or execute_code and dry_run true, mend what the report says, then run them by run_plan with the receipt of the rehearsal.`
