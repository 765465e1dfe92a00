/** Hands the process to the command line. */
import { systemClock } from '../base/index.js'
import { processIo } from './cli-io.js'
import { endOnSignals, LEAVE_MS } from './end-on-signals.js'
import { runCli } from './run-cli.js'

/** Runs the command that the arguments of the process name, and sets its exit code. */
export async function runProcess(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has gone (`| head`): there is nobody left to write to, but the exit code still counts.
      if (error.code !== 'EPIPE') process.exit(3)
    })
  }
  let isSignalled = false
  process.exitCode = await endOnSignals(
    (signal) => {
      signal.addEventListener('abort', () => {
        isSignalled = true
      })
      return runCli(process.argv.slice(2), processIo(signal))
    },
    {
      on: (signal, listener) => process.on(signal, listener),
      exit: (code) => process.exit(code),
      tell: (text) => void process.stderr.write(text),
    },
    systemClock,
  )
  // A reader that does not read, or a connection that does not close, holds the process: not after a signal.
  if (isSignalled) setTimeout(() => process.exit(), LEAVE_MS).unref()
}
