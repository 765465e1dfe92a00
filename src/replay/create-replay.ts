/** A recorded server that answers again. */
import { type Clock, isJsonObject, type JsonObject, seededRandom, systemClock } from '../base/index.js'
import { isHandshake } from '../protocol/index.js'
import type { Recording, Redactor } from '../recording/index.js'
import type {
  HttpRequestFacts,
  HttpServing,
  Service,
  ServiceRequest,
  ServiceResponse,
  ServiceSelf,
  Turn,
} from '../server/index.js'
import { type Exchange, responseOf } from './exchange.js'
import { createFaultInjector, type Fault, type FaultInjector } from './fault.js'
import { createGreetings } from './greetings.js'
import { greeting, recordedSelf } from './handshake.js'
import { httpProfileOf } from './http-profile.js'
import { createHttpRefusals, type HttpRefusals } from './http-refusals.js'
import { createHttpSessions, recordedParamHeaders } from './http-sessions.js'
import { createLogLevels } from './log-levels.js'
import { errorOf, type Miss, notRecorded, usedUp } from './no-match.js'
import { startPace, type Timing } from './pace.js'
import { askingOf, createPoolFinder, type PoolFinder } from './pool-finder.js'
import { createRecordingIndex, type Pool, type RecordingIndex } from './recording-index.js'
import { refuseIdleFaults } from './refuse-idle-faults.js'
import { createTurnTaking, type Repeats, type TurnTaking } from './repeats.js'
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
  return new RecordedReplay(options)
}

class RecordedReplay implements Replay {
  readonly #options: ReplayOptions
  readonly #timing: Timing
  readonly #clock: Clock
  readonly #index: RecordingIndex
  readonly #self: ServiceSelf
  readonly #pools: PoolFinder
  readonly #turns: TurnTaking
  readonly #faults: readonly Fault[]
  readonly #injector: FaultInjector
  readonly #levels = createLogLevels()
  readonly #sessions = createHttpSessions()
  readonly #greetings = createGreetings()
  readonly #refusals: HttpRefusals
  readonly #used = new Set<Recording>()
  readonly misses: Miss[] = []
  readonly service: Service
  readonly http: Pick<HttpServing, 'profile' | 'refuse'>

  constructor(options: ReplayOptions) {
    this.#options = options
    const repeats = options.repeats ?? 'sticky'
    this.#timing = options.timing ?? 'none'
    this.#clock = options.clock ?? systemClock
    const ignore = options.ignore ?? NOTHING
    const recordings = [...options.recordings]
    this.#index = createRecordingIndex(recordings, ignore)
    this.#self = options.self ?? recordedSelf(recordings, options.server)
    this.#pools = createPoolFinder(this.#index, options.redactor)
    this.#turns = createTurnTaking(repeats)
    this.#faults = options.faults ?? []
    const seed = options.seed ?? 1
    if (options.live === undefined) refuseIdleFaults(this.#faults, recordings)
    this.#injector = createFaultInjector(this.#faults, seededRandom(seed), this.#clock)
    const profile = httpProfileOf(recordings)
    this.#refusals = createHttpRefusals({
      exchanges: this.#index.exchanges,
      ...{ ignore, redactor: options.redactor },
      known: {
        session: this.#sessions.find,
        needsSession: profile.sessions === true,
        paramHeaders: recordedParamHeaders(recordings),
      },
    })
    // Timing that is no time is refused now.
    startPace(this.#timing, this.#clock)
    this.service = {
      self: this.#self,
      answersHandshake: true,
      asksStrangers: true,
      answer: (request, turn) => this.#answerGreeted(request, turn),
    }
    this.http = { profile, refuse: (facts) => this.#refuseByHttp(facts) }
  }

  get unused(): readonly Recording[] {
    return this.#index.exchanges.flatMap(({ recording }) =>
      recording.ended !== 'answered' || this.#used.has(recording) || isHandshake(recording.method)
        ? []
        : [recording],
    )
  }

  /** Whoever is just being greeted waits for that. */
  #answerGreeted(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    this.#levels.heed(request)
    const answer = (): Promise<ServiceResponse> => this.#answer(request, turn)
    if (request.method === 'initialize')
      return this.#greetings.begin(request, this.#pools.for(request), this.#greet(request, answer()))
    return this.#greetings.underWay(request)?.then(answer) ?? answer()
  }

  #refuseByHttp(facts: HttpRequestFacts): ReturnType<HttpRefusals['refuse']> {
    const session = facts.headers['mcp-session-id']
    const refusal = this.#refusals.refuse(facts, this.#sessions.capabilitiesOf(session))
    if (refusal !== undefined) this.#used.add(refusal.recording)
    return refusal
  }

  readonly #onMiss = (miss: Miss): void => {
    if (this.misses.length < MAX_MISSES) this.misses.push(miss)
    this.#options.onMiss?.(miss)
  }

  #refuse(miss: Miss): ServiceResponse {
    this.#onMiss(miss)
    return { error: errorOf(miss) }
  }

  async #answerUnlessStruck(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    return (await this.#injector.strike(request, turn)) ?? this.#answerRecorded(request, turn)
  }

  #answerRecorded(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    const pool = this.#pools.for(request)
    if (pool.length === 0) return this.#answerUnrecorded(request, turn)
    const exchange = this.#turns.next(pool, request.connection)
    if (exchange === undefined)
      return Promise.resolve(this.#refuse(usedUp(askingOf(request, this.#options.redactor), pool.length)))
    this.#used.add(exchange.recording)
    if (this.#timing === 'none' && exchange.recording.between.length === 0 && !hangsUp(exchange))
      return Promise.resolve(responseOf(exchange, request.era))
    return this.#say(exchange, pool, request, turn)
  }

  async #greet(request: ServiceRequest, said: Promise<ServiceResponse>): Promise<ServiceResponse> {
    const greeted = await said
    this.#sessions.heed(request, greeted)
    return greeted
  }

  #answer(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    return this.#faults.length === 0
      ? this.#answerRecorded(request, turn)
      : this.#answerUnlessStruck(request, turn)
  }

  async #say(exchange: Exchange, pool: Pool, request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    const context: ResponseContext = {
      ...{
        request,
        asked: askingOf(request, this.#options.redactor),
        turn,
        exchange,
        pool,
        redactor: this.#options.redactor,
        onMiss: this.#onMiss,
      },
      pace: startPace(this.#timing, this.#clock),
      clock: this.#clock,
      isUnwanted: (method, params) => this.#levels.isUnwanted(request.connection, method, params),
    }
    const { response, after } = await respond(context)
    if (after.length > 0) this.#sayAfter(after, context)
    return response ?? this.#refuse(notRecorded(context.asked, this.#index.exchanges))
  }

  #sayAfter(after: Parameters<typeof respondAfter>[0], context: ResponseContext): void {
    // The answer goes first. When the client goes, nobody is left who wants to hear the rest.
    void this.#clock
      .sleep(0)
      .then(() => respondAfter(after, context))
      .catch(() => undefined)
  }

  async #answerUnrecorded(request: ServiceRequest, turn: Turn): Promise<ServiceResponse> {
    if (isHandshake(request.method)) return greeting(request, this.#self)
    if (isSettledByMachine(request, this.#self.capabilities)) return { result: {} }
    if (this.#options.live !== undefined) return this.#options.live(request, turn)
    const asking = askingOf(request, this.#options.redactor)
    const pool = this.#index.unansweredPoolFor(asking)
    const exchange = pool.length === 0 ? undefined : this.#turns.next(pool, request.connection)
    if (exchange !== undefined) return this.#say(exchange, pool, request, turn)
    return this.#refuse(notRecorded(asking, this.#index.exchanges))
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
