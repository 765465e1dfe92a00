#!/usr/bin/env node
/** The program `understudy`: hands the process to the command line. */
import { constants } from 'node:os'
import { processIo } from './cli-io.js'
import { Interruption } from './interruption.js'
import { runCli } from './run-cli.js'

const interrupted = new AbortController()
let endedBy: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first signal ends the work in order. The second ends the process at once, and at its exit what it started is killed.
    if (endedBy !== undefined) process.exit(exitCodeAfter(signal))
    endedBy = signal
    interrupted.abort(new Interruption(signal))
  })
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`| head`): there is nobody left to write to, but the exit code still counts.
    if (error.code !== 'EPIPE') process.exit(3)
  })
}
const exitCode = await runCli(process.argv.slice(2), processIo(interrupted.signal))
process.exitCode = endedBy === undefined ? exitCode : exitCodeAfter(endedBy)

/** As shells tell it. */
function exitCodeAfter(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): number {
  return 128 + constants.signals[signal]
}
