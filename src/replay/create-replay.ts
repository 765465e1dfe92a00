/** A recorded server that answers again. */
import { type Clock, isJsonObject, type JsonObject, seededRandom, systemClock } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'
import type { Recording, Redactor } from '../recording/index.js'
import type {
  HttpServing,
  Service,
  ServiceRequest,
  ServiceResponse,
  ServiceSelf,
  Turn,
} from '../server/index.js'
import { type Exchange, responseOf } from './exchange.js'
import { createFaultInjector, type Fault } from './fault.js'
import { createGreetings } from './greetings.js'
import { greeting, recordedSelf } from './handshake.js'
import { httpProfileOf } from './http-profile.js'
import { createHttpRefusals } from './http-refusals.js'
import { createHttpSessions, recordedParamHeaders } from './http-sessions.js'
import { createLogLevels } from './log-levels.js'
import { errorOf, type Miss, notRecorded, usedUp } from './no-match.js'
import { startPace, type Timing } from './pace.js'
import { askingOf, createPoolFinder } from './pool-finder.js'
import { createRecordingIndex, type Pool } from './recording-index.js'
import { refuseIdleFaults } from './refuse-idle-faults.js'
import { createTurnTaking, type Repeats } from './repeats.js'
import type { Volatile } from './request-key.js'
import { type ResponseContext, respond, respondAfter } from './respond.js'

export interface ReplayOptions {
  /** Of one server, oldest first. */
  readonly recordings: Iterable<Recording>
  /** The server's name. */
  readonly server: string
  /** Who the server is, where no handshake was recorded. */
  readonly self?: ServiceSelf
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
  /** How the recorded server used HTTP: options for whoever serves the service over it. */
  readonly http: Pick<HttpServing, 'profile' | 'refuse'>
  /** The first thousand of the requests that no recording answered. */
  readonly misses: readonly Miss[]
  /** Recorded answers that nobody has asked for. */
  readonly unused: readonly Recording[]
}

/**
 * Nothing is opened, and nothing needs closing.
 * @throws UsageError USAGE for a timing that is no time, and for a fault of a tool that was not recorded where no server is asked
 */
export function createReplay(options: ReplayOptions): Replay {
  const {
    redactor,
    repeats = 'sticky',
    timing = 'none',
    clock = systemClock,
    ignore = NOTHING,
    live,
  } = options
  const recordings = [...options.recordings]
  const index = createRecordingIndex(recordings, ignore)
  const self = options.self ?? recordedSelf(recordings, options.server)
  const pools = createPoolFinder(index, redactor)
  const turns = createTurnTaking(repeats)
  const { faults = [], seed = 1 } = options
  if (live === undefined) refuseIdleFaults(faults, recordings)
  const injector = createFaultInjector(faults, seededRandom(seed), clock)
  const levels = createLogLevels()
  const sessions = createHttpSessions()
  const greetings = createGreetings()
  const profile = httpProfileOf(recordings)
  const refusals = createHttpRefusals({
    exchanges: index.exchanges,
    ...{ ignore, redactor },
    known: {
      session: sessions.find,
      needsSession: profile.sessions === true,
      paramHeaders: recordedParamHeaders(recordings),
    },
  })
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

  async function answerUnlessStruck(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    return (await injector.strike(request, turn)) ?? answerRecorded(request, turn)
  }

  function answerRecorded(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    const pool = pools.for(request)
    if (pool.length === 0) return answerUnrecorded(request, turn)
    const exchange = turns.next(pool, request.connection)
    if (exchange === undefined)
      return Promise.resolve(refuse(usedUp(askingOf(request, redactor), pool.length)))
    used.add(exchange.recording)
    if (timing === 'none' && exchange.recording.between.length === 0 && !hangsUp(exchange))
      return Promise.resolve(responseOf(exchange, request.era))
    return say(exchange, pool, request, turn)
  }

  async function greet(request: ServiceRequest, said: Promise<ServiceResponse>): Promise<ServiceResponse> {
    const greeted = await said
    sessions.heed(request, greeted)
    return greeted
  }

  function answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    return faults.length === 0 ? answerRecorded(request, turn) : answerUnlessStruck(request, turn)
  }

  async function say(
    exchange: Exchange,
    pool: Pool,
    request: ServiceRequest,
    turn: Turn,
  ): Promise<ServiceResponse> {
    const context: ResponseContext = {
      ...{ request, asked: askingOf(request, redactor), turn, exchange, pool, redactor, onMiss },
      pace: startPace(timing, clock),
      clock,
      isUnwanted: (method, params) => levels.isUnwanted(request.connection, method, params),
    }
    const { response, after } = await respond(context)
    if (after.length > 0) sayAfter(after, context)
    return response ?? refuse(notRecorded(context.asked, index.exchanges))
  }

  function sayAfter(after: Parameters<typeof respondAfter>[0], context: ResponseContext): void {
    // The answer goes first. When the client goes, nobody is left who wants to hear the rest.
    void clock
      .sleep(0)
      .then(() => respondAfter(after, context))
      .catch(() => undefined)
  }

  async function answerUnrecorded(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    if (isHandshake(request.method)) return greeting(request, self)
    if (isSettledByMachine(request, self.capabilities)) return { result: {} }
    if (live !== undefined) return live(request, turn)
    const asking = askingOf(request, redactor)
    const pool = index.unansweredPoolFor(asking)
    const exchange = pool.length === 0 ? undefined : turns.next(pool, request.connection)
    if (exchange !== undefined) return say(exchange, pool, request, turn)
    return refuse(notRecorded(asking, index.exchanges))
  }

  return {
    service: {
      self,
      answersHandshake: true,
      asksStrangers: true,
      answer(request, turn) {
        levels.heed(request)
        if (request.method === 'initialize')
          return greetings.begin(request, pools.for(request), greet(request, answer(request, turn)))
        const greeted = greetings.underWay(request)
        return greeted === undefined ? answer(request, turn) : greeted.then(() => answer(request, turn))
      },
    },
    http: {
      profile,
      refuse(facts) {
        const session = facts.headers['mcp-session-id']
        const refusal = refusals.refuse(facts, sessions.capabilitiesOf(session))
        if (refusal !== undefined) used.add(refusal.recording)
        return refusal
      },
    },
    misses,
    get unused() {
      return index.exchanges.flatMap(({ recording }) =>
        recording.ended !== 'answered' || used.has(recording) || isHandshake(recording.method)
          ? []
          : [recording],
      )
    },
  }
}

function hangsUp({ recording: { http } }: Exchange): boolean {
  return http?.hangsUpAfter !== undefined
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
const NOTHING: Volatile = () => []
const MAX_MISSES = 1000
