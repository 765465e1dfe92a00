/** One rule for every command: a signal ends it within two seconds, whatever it waits for. */
import type { Clock } from '../base/index.js'
import { exitCodeOfProcess } from './exit-code.js'
import { Interruption } from './interruption.js'

/** Milliseconds from the signal until the process is ended without order; what ends in order has had its time by then. */
export const ORDERLY_END_MS = 1500
/** Milliseconds that may pass after a command that a signal ended, until the process is ended with whatever still holds it. */
export const LEAVE_MS = 250

type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What of a process is needed. */
export interface SignalledProcess {
  on(signal: EndingSignal, listener: () => void): unknown
  /** Ends the process at once; what it started is killed then. */
  exit(code: number): void
  /** For the person at the screen. */
  tell(text: string): void
}

/** Runs the command, which gets the signal that aborts when it is to end; resolves with the exit code of the process. */
export async function endOnSignals(
  command: (signal: AbortSignal) => Promise<number>,
  { on, exit, tell }: SignalledProcess,
  clock: Clock,
): Promise<number> {
  const interrupted = new AbortController()
  const over = new AbortController()
  let endedBy: EndingSignal | undefined

  async function insist(signal: EndingSignal): Promise<void> {
    await clock.sleep(ORDERLY_END_MS, over.signal)
    tell(`Error: Interrupted by ${signal}\n  What was under way did not end within ${ORDERLY_END_MS} ms\n`)
    exit(exitCodeOfProcess({ signal }))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    on(signal, () => {
      // The first signal ends the work in order. The second ends the process at once.
      if (endedBy !== undefined) return exit(exitCodeOfProcess({ signal }))
      endedBy = signal
      interrupted.abort(new Interruption(signal))
      insist(signal).catch(() => {
        // The command has ended in time.
      })
    })
  }
  const exitCode = await command(interrupted.signal)
  over.abort()
  return endedBy === undefined ? exitCode : exitCodeOfProcess({ signal: endedBy })
}
