/**
 * One program's run in one guest: a state machine that lives on the host. Every decision, and the whole result, rests on what
 * the host received; the first reason to end counts, and nothing that comes after it.
 */
import { assertNever, type Clock, deferred, defined, randomSecret } from '../../base/index.js'
import type { HostMessage } from '../bridge.js'
import type { Platform } from '../layers/layer.js'
import { joinAttempts, parseAudit } from '../process/audit.js'
import type { GuestProcess } from '../process/guest-process.js'
import type {
  Budgets,
  CapabilityAttempt,
  ConsoleLine,
  GuestError,
  GuestJob,
  GuestRun,
  Watched,
} from '../sandbox.js'
import { createAlarm } from './alarm.js'
import { type CallDesk, createCallDesk } from './call-desk.js'
import { type Ending, endingOf, outOfTime, tooDeep, tooMuchIn, tooMuchOut } from './ending.js'
import { type GuestFrame, parseFrame } from './guest-frame.js'
import { splitLines } from './line-splitter.js'
import { startWatchdog } from './watchdog.js'

export interface RunSurroundings {
  readonly platform: Platform
  readonly clock: Clock
  /** Stops the run when it aborts; its reason is what the run rejects with. */
  readonly signal: AbortSignal
  /** True: a guest whose program is over by itself lives on, and takes the next job. */
  readonly isKept?: boolean | undefined
}

/**
 * Gives the job to the guest and resolves when the guest is gone.
 * Rejects, also after the guest is gone, with the reason of the signal and with what `job.answer` rejected with.
 */
export function runInGuest(
  guest: GuestProcess,
  job: GuestJob,
  budgets: Budgets,
  surroundings: RunSurroundings,
): Promise<GuestRun> {
  return new GuestConversation(guest, job, budgets, surroundings).run()
}

class GuestConversation {
  readonly #guest: GuestProcess
  readonly #job: GuestJob
  readonly #budgets: Budgets
  readonly #surroundings: RunSurroundings
  readonly #over = new AbortController()
  readonly #secret = randomSecret()
  readonly #consoleLines: ConsoleLine[] = []
  readonly #attempts: CapabilityAttempt[] = []
  /** Resolves when the program is over and the guest lives on. */
  readonly #kept = deferred<undefined>()
  readonly #desk: CallDesk
  readonly #wakeAfter: (afterMs: number) => void
  #bytesOut = 0
  #ending: Ending | undefined
  #broken: { readonly reason: unknown } | undefined
  #returned: Extract<GuestFrame, { type: 'returned' }> | undefined
  #thrown: GuestError | undefined
  #watched: Watched | undefined

  constructor(guest: GuestProcess, job: GuestJob, budgets: Budgets, surroundings: RunSurroundings) {
    this.#guest = guest
    this.#job = job
    this.#budgets = budgets
    this.#surroundings = surroundings
    const send = sendWithinBudget(guest, budgets, this.#end)
    const secret = this.#secret
    this.#desk = createCallDesk(job, budgets, { secret, send, end: this.#end, breakOff: this.#breakOff })
    this.#wakeAfter = createAlarm(surroundings.clock, this.#over.signal, () => send({ type: 'wake' }))
  }

  async run(): Promise<GuestRun> {
    const { platform, clock, signal } = this.#surroundings
    this.#listen()
    signal.addEventListener('abort', () => this.#breakOff(signal.reason), { signal: this.#over.signal })
    const stopWatching = startWatchdog(this.#guest.pid, this.#budgets, platform, this.#end)
    endWhenTimeIsUp({ clock, job: this.#job, budgets: this.#budgets, over: this.#over.signal }, this.#end)
    if (signal.aborted) this.#breakOff(signal.reason)
    else this.#desk.start()
    const death = await Promise.race([this.#guest.over, this.#kept.promise])
    this.#over.abort(IS_OVER)
    stopWatching()

    if (this.#broken !== undefined) throw this.#broken.reason
    const returned = this.#returned
    return {
      ...(this.#ending ?? endingOf(death ?? (await this.#guest.over))),
      result: returned?.result ?? null,
      resultUnknownAt: returned?.unknownAt ?? [],
      ...(returned === undefined || returned.leftOpen.length === 0 ? {} : { leftOpen: returned.leftOpen }),
      ...defined({ error: this.#thrown, watched: this.#watched }),
      console: this.#consoleLines,
      attempts: death === undefined ? this.#attempts : joinAttempts(this.#attempts, parseAudit(death.audit)),
    }
  }

  #listen(): void {
    const lines = splitLines((line) => {
      this.#receive(parseFrame(line, this.#secret, this.#budgets.depth))
      return this.#ending === undefined && this.#broken === undefined ? 'go on' : 'stop'
    })
    this.#guest.listen((bytes) => {
      this.#bytesOut += bytes.length
      if (this.#bytesOut > this.#budgets.bytesOut) this.#end(tooMuchOut(this.#budgets))
      else lines(bytes)
    })
  }

  #receive(frame: GuestFrame): void {
    switch (frame.type) {
      case 'rpc_call':
        this.#desk.take(frame.call)
        break
      case 'awaiting':
        this.#desk.release()
        if (frame.wakeAfterMs !== undefined) this.#wakeAfter(frame.wakeAfterMs)
        break
      case 'console':
        this.#consoleLines.push(frame.line)
        break
      case 'capability':
        this.#attempts.push(frame.attempt)
        break
      case 'watched':
        this.#watched = joinWatched(this.#watched, frame.watched)
        break
      case 'returned':
        this.#returned = frame
        this.#end({ ended: 'completed' })
        break
      case 'threw':
        this.#throw(this.#desk.withProvenCall(frame.error))
        break
      case 'limit_exceeded':
        this.#end(frame.limit === 'depth' ? tooDeep(this.#budgets) : tooMuchOut(this.#budgets))
        break
      case 'bad':
        this.#end(
          frame.problem === 'depth'
            ? tooDeep(this.#budgets)
            : { ended: 'protocol_violation', why: frame.why },
        )
        break
      default:
        assertNever(frame)
    }
  }

  #throw(error: GuestError): void {
    this.#thrown = error
    this.#end({ ended: 'threw', why: `it threw ${error.name}: ${error.message}` })
  }

  readonly #end = (how: Ending): void => {
    if (this.#broken === undefined) this.#ending ??= how
    const isOverByItself = how.ended === 'completed' || how.ended === 'threw'
    if (this.#surroundings.isKept === true && isOverByItself) this.#kept.resolve(undefined)
    else this.#guest.kill()
  }

  readonly #breakOff = (reason: unknown): void => {
    if (this.#ending === undefined) this.#broken ??= { reason }
    this.#guest.kill()
  }
}

/** Nobody is told it. Without one each run would make an exception of its own. */
const IS_OVER = new Error('the run is over')

function joinWatched(before: Watched | undefined, more: Watched): Watched {
  if (before === undefined) return more
  return { ...more, log: [...before.log, ...more.log], values: [...before.values, ...more.values] }
}

function sendWithinBudget(
  guest: GuestProcess,
  budgets: Budgets,
  end: (how: Ending) => void,
): (message: HostMessage) => void {
  let bytesIn = 0
  return (message) => {
    const line = Buffer.from(`${JSON.stringify(message)}\n`)
    bytesIn += line.length
    if (bytesIn > budgets.bytesIn) end(tooMuchIn(budgets))
    else guest.write(line)
  }
}

function endWhenTimeIsUp(
  {
    clock,
    job: { world, time },
    budgets: { wallMs },
    over,
  }: {
    readonly clock: Clock
    readonly job: GuestJob
    readonly budgets: Budgets
    readonly over: AbortSignal
  },
  end: (how: Ending) => void,
): void {
  const passed = time === undefined ? clock.sleep(wallMs, over) : time.sleep(wallMs, clock, over)
  passed.then(
    () => end(outOfTime(wallMs, world)),
    () => {
      // The run was over in time.
    },
  )
}
