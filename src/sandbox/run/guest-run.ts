/**
 * One program's run in one guest: a state machine that lives on the host. Every decision, and the whole result, rests on what
 * the host received; the first reason to end counts, and nothing that comes after it.
 */
import { assertNever, type Clock, defined, randomSecret } from '../../base/index.js'
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
import { createCallDesk } from './call-desk.js'
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
export async function runInGuest(
  guest: GuestProcess,
  job: GuestJob,
  budgets: Budgets,
  { platform, clock, signal, isKept = false }: RunSurroundings,
): Promise<GuestRun> {
  const over = new AbortController()
  const secret = randomSecret()
  const consoleLines: ConsoleLine[] = []
  const attempts: CapabilityAttempt[] = []
  let bytesOut = 0
  let ending: Ending | undefined
  let broken: { readonly reason: unknown } | undefined
  let returned: Extract<GuestFrame, { type: 'returned' }> | undefined
  let thrown: GuestError | undefined
  let watched: Watched | undefined
  let letGo: () => void = () => undefined
  const kept = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined)
  })

  const send = sendWithinBudget(guest, budgets, end)
  const desk = createCallDesk(job, budgets, { secret, send, end, breakOff })
  const wakeAfter = createAlarm(clock, over.signal, () => send({ type: 'wake' }))
  const lines = splitLines((line) => {
    receive(parseFrame(line, secret, budgets.depth))
    return ending === undefined && broken === undefined ? 'go on' : 'stop'
  })
  guest.listen((bytes) => {
    bytesOut += bytes.length
    if (bytesOut > budgets.bytesOut) end(tooMuchOut(budgets))
    else lines(bytes)
  })
  signal.addEventListener('abort', () => breakOff(signal.reason), { signal: over.signal })
  const stopWatching = startWatchdog(guest.pid, budgets, platform, end)
  endWhenTimeIsUp({ clock, job, budgets, over: over.signal }, end)
  if (signal.aborted) breakOff(signal.reason)
  else desk.start()
  const death = await Promise.race([guest.over, kept])
  over.abort(IS_OVER)
  stopWatching()

  if (broken !== undefined) throw broken.reason
  return {
    ...(ending ?? endingOf(death ?? (await guest.over))),
    result: returned?.result ?? null,
    resultUnknownAt: returned?.unknownAt ?? [],
    ...(returned === undefined || returned.leftOpen.length === 0 ? {} : { leftOpen: returned.leftOpen }),
    ...defined({ error: thrown, watched }),
    console: consoleLines,
    attempts: death === undefined ? attempts : joinAttempts(attempts, parseAudit(death.audit)),
  }

  function receive(frame: GuestFrame): void {
    switch (frame.type) {
      case 'rpc_call':
        desk.take(frame.call)
        break
      case 'awaiting':
        desk.release()
        if (frame.wakeAfterMs !== undefined) wakeAfter(frame.wakeAfterMs)
        break
      case 'console':
        consoleLines.push(frame.line)
        break
      case 'capability':
        attempts.push(frame.attempt)
        break
      case 'watched':
        watched = joinWatched(watched, frame.watched)
        break
      case 'returned':
        returned = frame
        end({ ended: 'completed' })
        break
      case 'threw':
        thrown = desk.withProvenCall(frame.error)
        end({ ended: 'threw', why: `it threw ${thrown.name}: ${thrown.message}` })
        break
      case 'limit_exceeded':
        end(frame.limit === 'depth' ? tooDeep(budgets) : tooMuchOut(budgets))
        break
      case 'bad':
        end(frame.problem === 'depth' ? tooDeep(budgets) : { ended: 'protocol_violation', why: frame.why })
        break
      default:
        assertNever(frame)
    }
  }

  function end(how: Ending): void {
    if (broken === undefined) ending ??= how
    if (isKept && (how.ended === 'completed' || how.ended === 'threw')) letGo()
    else guest.kill()
  }

  function breakOff(reason: unknown): void {
    if (ending === undefined) broken ??= { reason }
    guest.kill()
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
