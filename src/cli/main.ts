#!/usr/bin/env node
/**
 * The program `understudy`: hands the process to the command line. `command-list.ts` names the commands, `commands/` are the
 * options of each, loaded where it is named, `actions/` what a command does; `record/` is one file for each way between a client
 * and a server. What `understudy` starts is joined (docs/decisions/joined-command-line.md) from what the compiler made of all
 * this.
 */
import { systemClock } from '../base/index.js'
import { processIo } from './cli-io.js'
import { endOnSignals, LEAVE_MS } from './end-on-signals.js'
import { runCli } from './run-cli.js'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`| head`): there is nobody left to write to, but the exit code still counts.
    if (error.code !== 'EPIPE') process.exit(3)
  })
}
// Nothing waits at the top: what is joined of it is a script, which starts sooner than a module.
void main()

async function main(): Promise<void> {
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
