#!/usr/bin/env node
/** The program `understudy`: hands the process to the command line. */
import { processIo } from './cli-io.js'
import { runCli } from './run-cli.js'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first signal ends the work in order; without a listener left, the second one ends the process at once.
  process.once(signal, () => interrupted.abort(new Error(`Interrupted by ${signal}`)))
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has gone (`| head`): there is nobody left to write to.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await runCli(process.argv.slice(2), processIo(interrupted.signal))
