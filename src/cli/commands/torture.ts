/** `understudy torture`: its options. What it does stands in actions/torture.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice, parsePositiveInteger } from '../option-values.js'
import { collect } from '../server-options.js'

interface TortureCommandOptions {
  readonly era: string
  readonly row?: readonly string[]
  readonly list?: boolean
  readonly jobs?: string
  readonly timeout?: string
  readonly format: string
}

export function addTortureCommand(program: Command, context: CommandContext): void {
  program
    .command('torture')
    .description(
      'Runs a client once for each row of a table of servers that misbehave. Exits 1 when the client is wrong on a row.',
    )
    .option('--era <era>', 'rows of this era: legacy, modern or all', 'legacy')
    .option('--row <id>', 'only this row, of whatever era (repeatable)', collect)
    .option('--list', 'show the rows, and run nothing')
    .option('--jobs <n>', 'how many clients run at the same time (default: one for each processor)')
    .option('--timeout <ms>', 'how long each client may run, in place of the deadline of the row')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
The client is any command after --. The command of the server that it must start
is added to its arguments, or stands in place of the argument {server}, or of
{server-json} as one JSON array; {era} becomes the era of the row. The client
must
  - connect, list the tools, call the tool "echo" with {"message":"hi"},
    print the text of the answer on standard output, and exit with code 0
  - when something is wrong, say so on standard error, and exit with another
    code
  - in both cases leave no process running
It must have limits of its own: a row that is never answered has a deadline of
30 s.

Exit codes: 0 right on every row, 1 wrong on a row, 2 used wrongly,
  3 the client could not be started

Examples:
  understudy torture -- node my-client.js
  understudy torture --era all -- my-client --era {era} --server {server-json}
  understudy torture --row silent-call --row grandchild -- node my-client.js`,
    )
    .action(async (options: TortureCommandOptions) => {
      const { row: rows = [], list = false, jobs, timeout } = options
      const choice = { era: parseChoice(options.era, ['legacy', 'modern', 'all'], '--era'), rows }
      const format = parseChoice(options.format, ['text', 'json'], '--format')
      const limits = {
        ...(jobs === undefined ? {} : { jobs: parsePositiveInteger(jobs, '--jobs') }),
        ...(timeout === undefined ? {} : { timeoutMs: parsePositiveInteger(timeout, '--timeout') }),
      }
      const { listRows, torture } = await import('../actions/torture.js')
      if (list) return listRows(choice, format, context.io)
      const settings = { ...choice, ...limits, format, client: context.serverCommand }
      context.exitCode = await torture(settings, context.io)
    })
}
