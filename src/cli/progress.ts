/** A sign of life for work that takes longer than a second, on a terminal only. */
import { printable } from '../base/index.js'
import type { CliIo } from './cli-io.js'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Runs the work; from its second second on a line on standard error says what is going on (a function: just now) and for how long. */
export async function withProgress<T>(
  io: CliIo,
  label: string | (() => string),
  work: () => Promise<T>,
): Promise<T> {
  if (!io.stderrIsTty) return work()
  const over = new AbortController()
  const display = showProgress(io, label, over.signal)
  try {
    return await work()
  } finally {
    over.abort()
    await display
  }
}

async function showProgress(io: CliIo, label: string | (() => string), over: AbortSignal): Promise<void> {
  const startedAt = io.clock.monotonic()
  try {
    await io.clock.sleep(1000, over)
    for (let frame = 0; ; frame++) {
      const seconds = Math.floor((io.clock.monotonic() - startedAt) / 1000)
      io.stderr(
        `\r\u001b[2K${FRAMES[frame % FRAMES.length]} ${printable(typeof label === 'string' ? label : label(), { oneLine: true })} (${seconds} s)`,
      )
      await io.clock.sleep(100, over)
    }
  } catch {
    // The work is over: that is what ends the display.
  }
  if (io.clock.monotonic() - startedAt >= 1000) io.stderr('\r\u001b[2K')
}
