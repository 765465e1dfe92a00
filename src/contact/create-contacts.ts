/** Servers that rehearsals may ask for real, and the sessions with them. */
import { defined, firstLine, packageVersion, systemClock, UnderstudyError } from '../base/index.js'
import { chainAnswerers, type Outcome, type ToolCall, toolRef } from '../call/index.js'
import { launchDigest, type StandIn } from '../config/index.js'
import type { ContactAnswer, ContactSource, OpenContacts } from '../dryrun/index.js'
import { recordAnswerer } from '../recording/index.js'
import { type AskedServer, openAskedServer } from './asked-server.js'
import type { ContactOptions } from './options.js'
import type { PlannedContacts, Way } from './plan-contacts.js'
import { type OpenStandIn, openStandIn } from './stand-in.js'

/** Disposing ends the sessions with servers that last. */
export interface PreparedContacts extends ContactSource, AsyncDisposable {}

/** Starts nothing yet: servers that last are reached when the first call asks one of them, and stand-ins with each rehearsal. */
export function createContacts(planned: PlannedContacts, options: ContactOptions): PreparedContacts {
  const standIns = [...options.wishes].flatMap(([name, { rehearse }]): [string, StandIn][] =>
    rehearse === undefined ? [] : [[name, rehearse]],
  )
  const lasting = new Map<string, Promise<AskedServer>>()

  function reach(server: string): Promise<AskedServer> {
    const known = lasting.get(server)
    if (known !== undefined) return known
    const entry = options.entries.find(({ name }) => name === server)
    const opened =
      entry === undefined
        ? Promise.reject(new Error(`No entry of ${server}`))
        : openAskedServer(entry, sessionWith(server, options))
    // Whoever asks hears of it; one that did not start is not tried at each call.
    opened.catch(() => undefined)
    lasting.set(server, opened)
    return opened
  }

  return {
    standIns: standIns.map(([name]) => name),
    async open(signal): Promise<OpenContacts> {
      const open = new Map<string, OpenStandIn>()
      let ending: Promise<void> | undefined
      const end = (): Promise<void> => {
        ending ??= endAll([...open.values()])
        return ending
      }
      try {
        for (const [name, standIn] of standIns)
          open.set(name, await openStandIn(name, standIn, options, signal))
      } catch (failure) {
        await end()
        throw failure
      }
      return {
        kindOf: (tool) => planned.ways.get(toolRef(tool))?.kind,
        ask(call) {
          const way = planned.ways.get(toolRef(call))
          if (way === undefined) return Promise.resolve(NOT_ASKED)
          const server = open.get(call.server)?.server
          return askAs(call, way, options, () =>
            way.kind !== 'stand-in'
              ? reach(call.server)
              : (server ?? Promise.reject(new Error('No stand-in'))),
          )
        },
        end,
        [Symbol.asyncDispose]: end,
      }
    },
    async [Symbol.asyncDispose]() {
      const opened = await Promise.allSettled(lasting.values())
      await endAll(opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])))
    },
  }
}

const NOT_ASKED: ContactAnswer = { broke: 'nobody allowed it', wasAsked: false, tookMs: 0 }

function sessionWith(server: string, { session }: ContactOptions) {
  return session?.(server) ?? { clientInfo: { name: 'understudy', version: packageVersion() } }
}

/** All are ended, whatever becomes of one. */
async function endAll(all: readonly AsyncDisposable[]): Promise<void> {
  const ended = await Promise.allSettled(all.map(async (each) => each[Symbol.asyncDispose]()))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

async function askAs(
  call: ToolCall,
  way: Way,
  options: ContactOptions,
  reach: () => AskedServer | Promise<AskedServer>,
): Promise<ContactAnswer> {
  const { clock = systemClock, registry } = options
  const begunMs = clock.monotonic()
  const told = (said: Pick<ContactAnswer, 'outcome' | 'broke'>, wasAsked = true): ContactAnswer => ({
    ...said,
    wasAsked,
    tookMs: clock.monotonic() - begunMs,
  })
  const lookup = registry.find(call.server, call.tool)
  if (lookup.kind === 'missing') return NOT_ASKED
  try {
    const server = await reach()
    const other = await server.whyOther(lookup.tool)
    if (other !== undefined) return told({ broke: other }, false)
    return told({ outcome: await outcomeAs(call, way, server, options) })
  } catch (failure) {
    call.signal?.throwIfAborted()
    if (!(failure instanceof UnderstudyError)) throw failure
    return told({ broke: firstLine(failure) })
  }
}

async function outcomeAs(
  call: ToolCall,
  way: Way,
  server: AskedServer,
  options: ContactOptions,
): Promise<Outcome> {
  switch (way.kind) {
    case 'stand-in':
      return server.call(call)
    case 'preview':
      // Whatever the plan gave for it: the real thing is not done here.
      return server.call({ ...call, arguments: { ...call.arguments, [way.argument]: true } })
    case 'live':
      return recordedRead(call, server, options)
  }
}

async function recordedRead(
  call: ToolCall,
  server: AskedServer,
  { record, registry, entries }: ContactOptions,
): Promise<Outcome> {
  if (record === undefined) return server.call(call)
  const lookup = registry.find(call.server, call.tool)
  const entry = entries.find(({ name }) => name === call.server)
  const { serverInfo, revision } = server.session
  const chain = chainAnswerers([
    recordAnswerer({
      ...record,
      contract: () =>
        lookup.kind === 'missing'
          ? undefined
          : {
              ...{ fingerprint: lookup.tool.fingerprint, effect: 'read', revision },
              ...defined({ launch: entry && launchDigest(entry), serverVersion: serverInfo.version }),
            },
    }),
    {
      name: 'live',
      answer: async () => ({ outcome: await server.call(call), provenance: { source: 'live' } }),
    },
  ])
  return (await chain(call)).outcome
}
