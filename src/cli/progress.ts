/** A sign of life for work that takes longer than a second, on a terminal only. */
import { printable } from '../base/index.js'
import type { CliIo } from './cli-io.js'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Says from now on what is going on. */
export type TellProgress = (label: string | (() => string)) => void

/**
 * Runs the work; from its second second on a line on standard error says what is going on (a function: just now) and for how long.
 * The work may tell it more exactly than it was known before.
 */
export async function withProgress<T>(
  io: CliIo,
  label: string | (() => string),
  work: (tell: TellProgress) => Promise<T>,
): Promise<T> {
  if (!io.stderrIsTty) return work(() => undefined)
  const over = new AbortController()
  let told = label
  const display = showProgress(io, () => (typeof told === 'string' ? told : told()), over.signal)
  try {
    return await work((next) => {
      told = next
    })
  } finally {
    over.abort()
    await display
  }
}

async function showProgress(io: CliIo, label: () => string, over: AbortSignal): Promise<void> {
  const startedAt = io.clock.monotonic()
  try {
    await io.clock.sleep(1000, over)
    for (let frame = 0; ; frame++) {
      const seconds = Math.floor((io.clock.monotonic() - startedAt) / 1000)
      io.stderr(
        `\r\u001b[2K${FRAMES[frame % FRAMES.length]} ${printable(label(), { oneLine: true })} (${seconds} s)`,
      )
      await io.clock.sleep(100, over)
    }
  } catch {
    // The work is over: that is what ends the display.
  }
  if (io.clock.monotonic() - startedAt >= 1000) io.stderr('\r\u001b[2K')
}
