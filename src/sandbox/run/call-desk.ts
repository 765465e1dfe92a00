/** The calls of one run: numbered, counted, answered, and remembered for the end. */
import { defined, digest, positionText } from '../../base/index.js'
import type { CallSite } from '../../call/index.js'
import type { HostMessage, RpcResultMessage, WorldMessage } from '../bridge.js'
import type { Budgets, GuestCall, GuestError, GuestJob, GuestReply, World } from '../sandbox.js'
import { toolNameSite } from './call-site.js'
import type { Ending } from './ending.js'
import type { ReceivedCall } from './guest-frame.js'

export interface CallDesk {
  /** Sends the program. */
  start(): void
  /** Takes a call in; its reply is sent once `job.answer` has it and, in a virtual world, the guest awaits it. */
  take(received: ReceivedCall): void
  /**
   * The guest awaits the replies of all calls so far. In a virtual world they are held back until it says so: what a call can know
   * then depends on the program alone, not on who was faster.
   */
  release(): void
  /** The error with its position put right, and with its call only when that call was really answered with an error. */
  withProvenCall(error: GuestError): GuestError
}

/** What the desk does with the run. */
export interface DeskSurroundings {
  /** What the guest is to put before each of its messages. */
  readonly secret: string
  send(message: HostMessage): void
  end(how: Ending): void
  breakOff(reason: unknown): void
}

export function createCallDesk(
  job: GuestJob,
  budgets: Budgets,
  deskSurroundings: DeskSurroundings,
): CallDesk {
  return new CallsOfGuest(job, budgets, deskSurroundings)
}

class CallsOfGuest implements CallDesk {
  readonly #job: GuestJob
  readonly #budgets: Budgets
  readonly #deskSurroundings: DeskSurroundings
  readonly #codeLines: string[]
  readonly #callsAt = new Map<string, number>()
  readonly #answeredWithError = new Set<number>()
  readonly #held: RpcResultMessage[] = []
  readonly #isReal: boolean
  #calls = 0
  // The guest has, or is about to have, replies of calls up to this number.
  #released = 0

  constructor(job: GuestJob, budgets: Budgets, deskSurroundings: DeskSurroundings) {
    this.#job = job
    this.#budgets = budgets
    this.#deskSurroundings = deskSurroundings
    this.#codeLines = job.code.split('\n')
    this.#isReal = job.world.kind === 'real'
  }

  start(): void {
    const { code, fileName, params } = this.#job
    this.#sendOrBreakOff({
      type: 'execute',
      secret: this.#deskSurroundings.secret,
      code,
      file_name: fileName,
      params,
      world: worldMessage(this.#job),
      max_bytes: this.#budgets.bytesOut,
      max_depth: this.#budgets.depth,
      ...defined({ watcher: this.#job.watcher }),
    })
  }

  take(received: ReceivedCall): void {
    const { id, site: claimed, ...call } = received
    const site = claimed === undefined ? undefined : this.#believed(claimed)
    const refusal = this.#refusalOf(received, site)
    if (refusal !== undefined) this.#deskSurroundings.end(refusal)
    else
      this.#answer({
        n: id,
        after: this.#released,
        ...call,
        ...defined({ site }),
      })
  }

  release(): void {
    if (this.#isReal) return
    this.#released = this.#calls
    for (const reply of this.#held.splice(0)) this.#sendOrBreakOff(reply)
  }

  withProvenCall({ call, ...error }: GuestError): GuestError {
    return call !== undefined && this.#answeredWithError.has(call) ? { ...error, call } : error
  }

  /** Where a call stands is a claim of the guest: it counts when the text has a call there. */
  #believed(claimed: CallSite): CallSite | undefined {
    const named = toolNameSite(this.#codeLines, claimed)
    return this.#job.callAt === undefined ? named : (this.#job.callAt(named) ?? this.#job.callAt(claimed))
  }

  #refusalOf(received: ReceivedCall, site: CallSite | undefined): Ending | undefined {
    this.#calls++
    if (received.id !== this.#calls) {
      return { ended: 'protocol_violation', why: `it numbered call ${this.#calls} as ${received.id}` }
    }
    if (this.#calls > this.#budgets.calls)
      return { ended: 'call_limit', why: `it made more than ${this.#budgets.calls} calls` }
    const place = callPlace(received, site)
    const callsHere = (this.#callsAt.get(place) ?? 0) + 1
    this.#callsAt.set(place, callsHere)
    if (callsHere <= this.#budgets.callsPerSite) return undefined
    return { ended: 'call_limit', why: `it made more than ${this.#budgets.callsPerSite} calls ${place}` }
  }

  #answer(call: GuestCall): void {
    // What `answer` throws at once breaks the run off as well.
    new Promise<GuestReply>((resolve) => resolve(this.#job.answer(call)))
      .then((reply) => {
        if (reply.kind === 'refusal') return this.#deskSurroundings.end({ ended: 'refused', why: reply.why })
        if (reply.kind === 'error') this.#answeredWithError.add(call.n)
        if (this.#isReal) this.#released = Math.max(this.#released, call.n)
        const message = replyMessage(call.n, reply)
        if (call.n <= this.#released) this.#sendOrBreakOff(message)
        else this.#held.push(message)
      })
      .catch(this.#deskSurroundings.breakOff)
  }

  #sendOrBreakOff(message: HostMessage): void {
    try {
      this.#deskSurroundings.send(message)
    } catch (failure) {
      // A value of the caller's that JSON cannot hold.
      this.#deskSurroundings.breakOff(failure)
    }
  }
}

function callPlace({ server, tool }: ReceivedCall, site: CallSite | undefined): string {
  return site === undefined ? `of ${server}:${tool}` : `from ${positionText(site)}`
}

function worldMessage({ world, code, chanceFrom = code }: GuestJob): WorldMessage {
  if (world.kind === 'real') return world
  return { kind: 'virtual', chance: startOfChance(world, chanceFrom), now_ms: world.startMs }
}

/** One seed, one sequence: for this program at this time. A number that every rehearsal begins with would tell a program that it is in one. */
function startOfChance(
  { seed, startMs }: Extract<World, { kind: 'virtual' }>,
  code: string,
): readonly [number, number, number, number] {
  // As JSON: code may hold half characters.
  const text = digest({ seed, startMs, code: JSON.stringify(code) }).replace('sha256:', '')
  const word = (at: number): number => Number.parseInt(text.slice(at * 8, at * 8 + 8), 16)
  return [word(0), word(1), word(2), word(3)]
}

function replyMessage(id: number, reply: Exclude<GuestReply, { kind: 'refusal' }>): RpcResultMessage {
  const about = { type: 'rpc_result', id, elapsed_ms: reply.elapsedMs } as const
  switch (reply.kind) {
    case 'value':
      return { ...about, success: true, result: reply.value }
    case 'unknown':
      return { ...about, success: true, unknown: reply.label }
    case 'error':
      return { ...about, success: false, error: reply.error }
  }
}
