/** A recorded server that answers again. */
import { type Clock, isJsonObject, type JsonObject, seededRandom, systemClock } from '../base/index.js'
import type { Recording, Redactor } from '../recording/index.js'
import type { Service, ServiceRequest, ServiceResponse, Turn } from '../server/index.js'
import type { Exchange } from './exchange.js'
import { createFaultInjector, type Fault } from './fault.js'
import { greeting, recordedSelf } from './handshake.js'
import { createLogLevels } from './log-levels.js'
import { errorOf, type Miss, notRecorded, usedUp } from './no-match.js'
import { startPace, type Timing } from './pace.js'
import { type Performance, perform, performAfter } from './perform.js'
import { isHandshake, type Volatile } from './question.js'
import { createTurnTaking, type Repeats } from './repeats.js'
import { type Asking, createRepertoire, type Pool, type Repertoire } from './repertoire.js'

export interface ReplayOptions {
  /** Of one server, oldest first. */
  readonly recordings: Iterable<Recording>
  /** The server's name. */
  readonly server: string
  /** With the salt of the store, and the secrets of when it was recorded: a request is compared as it would have been stored. */
  readonly redactor: Redactor
  /** Pointers into a tool's arguments that do not count; default none. */
  readonly ignore?: Volatile
  /** Default `sticky`. */
  readonly repeats?: Repeats
  /** Default `none`. */
  readonly timing?: Timing
  readonly faults?: readonly Fault[]
  /** Of faults by chance; default 1. */
  readonly seed?: number
  readonly clock?: Clock
  /** Told of every request that no recording answers. */
  readonly onMiss?: (miss: Miss) => void
  /** Asks the real server what was not recorded, instead of a refusal. */
  readonly live?: (request: ServiceRequest, turn: Turn) => Promise<ServiceResponse>
}

export interface Replay {
  /** Answers any number of clients, in both eras. It fails only with the turn that it answers. */
  readonly service: Service
  /** The first thousand of the requests that no recording answered. */
  readonly misses: readonly Miss[]
  /** Recorded answers that nobody has asked for. */
  readonly unused: readonly Recording[]
  /** From now on this is an answer too. */
  add(recording: Recording): void
}

/** Nothing is opened, and nothing needs closing. @throws UsageError USAGE for a timing that is no time */
export function createReplay(options: ReplayOptions): Replay {
  const { redactor, repeats = 'sticky', timing = 'none', clock = systemClock, live } = options
  const recordings = [...options.recordings]
  const repertoire = createRepertoire(recordings, options.ignore ?? (() => []))
  const self = recordedSelf(recordings, options.server)
  const turns = createTurnTaking(repeats)
  const faults = createFaultInjector(options.faults ?? [], seededRandom(options.seed ?? 1), clock)
  const levels = createLogLevels()
  const used = new Set<Recording>()
  const misses: Miss[] = []
  startPace(timing, clock)

  function onMiss(miss: Miss): void {
    if (misses.length < MAX_MISSES) misses.push(miss)
    options.onMiss?.(miss)
  }

  function refuse(miss: Miss): ServiceResponse {
    onMiss(miss)
    return { error: errorOf(miss) }
  }

  async function answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    levels.heed(request)
    const struck = options.faults === undefined ? undefined : await faults.strike(request, turn)
    return struck ?? (await answerRecorded(request, turn))
  }

  async function answerRecorded(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    const asking = askingOf(request, redactor)
    const redacted = poolFor(asking, repertoire)
    // What is a secret to this replay may have been none when it was recorded.
    const pool =
      redacted.length > 0 || asking.params === request.params
        ? redacted
        : poolFor({ ...asking, params: request.params }, repertoire)
    if (pool.length === 0) return answerUnrecorded(request, asking, turn)
    const exchange = turns.next(pool, request.connection)
    if (exchange === undefined) return refuse(usedUp(asking, pool.length))
    used.add(exchange.recording)
    return say(exchange, pool, asking, request, turn)
  }

  async function say(
    { recording }: Exchange,
    pool: Pool,
    asked: Asking,
    request: ServiceRequest,
    turn: Turn,
  ): Promise<ServiceResponse> {
    const performance: Performance = {
      ...{ request, asked, turn, recording, pool, redactor, onMiss },
      pace: startPace(timing, clock),
      isUnwanted: (method, params) => levels.isUnwanted(request.connection, method, params),
    }
    const { response, after } = await perform(performance)
    if (after.length > 0) sayAfter(after, performance)
    return response
  }

  function sayAfter(after: Parameters<typeof performAfter>[0], performance: Performance): void {
    // The answer goes first. When the client goes, nobody is left who wants to hear the rest.
    void clock
      .sleep(0)
      .then(() => performAfter(after, performance))
      .catch(() => undefined)
  }

  async function answerUnrecorded(
    request: ServiceRequest,
    asking: Asking,
    turn: Turn,
  ): Promise<ServiceResponse> {
    if (isHandshake(request.method)) return greeting(request, self)
    if (isSettledByMachine(request, self.capabilities)) return { result: {} }
    if (live !== undefined) return live(request, turn)
    return refuse(notRecorded(asking, repertoire.exchanges))
  }

  return {
    service: { self, answersHandshake: true, answer },
    misses,
    get unused() {
      return repertoire.exchanges.flatMap(({ recording }) =>
        recording.ended !== 'answered' || used.has(recording) || isHandshake(recording.method)
          ? []
          : [recording],
      )
    },
    add: repertoire.add,
  }
}

/** Secrets are compared as they are stored: replaced. */
function askingOf({ method, params, era, client }: ServiceRequest, redactor: Redactor): Asking {
  return {
    ...{ method, era },
    ...(params === undefined ? {} : { params: redactor.redact(params) }),
    ...(era === 'legacy' ? { capabilities: client.capabilities } : {}),
  }
}

/** A handshake is answered word for word only to the very client that was recorded: others speak other revisions. */
function poolFor(asking: Asking, repertoire: Repertoire): Pool {
  return isHandshake(asking.method) ? repertoire.exactPoolFor(asking) : repertoire.poolFor(asking)
}

/** What a recorded server takes with an empty answer, whatever is asked. */
function isSettledByMachine({ method }: ServiceRequest, capabilities: JsonObject): boolean {
  if (method === 'logging/setLevel') return isJsonObject(capabilities.logging)
  return (
    SUBSCRIPTIONS.has(method) &&
    isJsonObject(capabilities.resources) &&
    capabilities.resources.subscribe === true
  )
}

const SUBSCRIPTIONS: ReadonlySet<string> = new Set(['resources/subscribe', 'resources/unsubscribe'])
const MAX_MISSES = 1000
