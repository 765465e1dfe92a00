/** `understudy mock`: its options. What it does stands in actions/mock.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { parseChoice, parseInteger } from '../option-values.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'

interface MockCommandOptions {
  readonly stubs?: readonly string[]
  readonly store?: string
  readonly serveWrites?: boolean
  readonly seed: string
  readonly validate: boolean
  readonly unknown: string
  readonly listen?: string
}

export function addMockCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('mock'))
    .summary('serve the tools of a server without the server')
    .description(
      'Serves the tools of one server over standard input and output or HTTP, to clients of both eras, and answers their calls from stubs, recordings and output schemas. The server is asked for its list alone, and stopped before a client is heard.',
    )
    .option('--stubs <file>', 'answers given by hand, YAML or JSON (repeatable)', collect)
    .option(
      '--store <path>',
      'recordings to answer from (default: .understudy/recordings.db, if there is one)',
    )
    .option('--serve-writes', 'also serve recordings of tools that may change something')
    .option('--seed <n>', 'seed of the values that are made of output schemas', '1')
    .option('--no-validate', 'take arguments that break the input schema')
    .option('--unknown <answer>', 'what a call gets that nothing answers: error or empty', 'error')
    .option('--listen <address>', 'serve over HTTP at [HOST:]PORT; 0 takes a free port')
    .addHelpText(
      'after',
      `
The first that has an answer gives it: a stub, a recording of the very same call,
a value of the output schema. Standard error has a line for each call, with who
answered it.

Exit codes: 0 the client is gone, 1 and some call had no answer, 2 used wrongly, 3 could not start

Examples:
  understudy mock --tools understudy.lock.json --stubs stubs.yaml
  understudy mock --stubs stubs.yaml -- node server.js
  understudy mock --config .mcp.json --server notes --listen 3000`,
    )
    .action(async (options: MockCommandOptions, command: Command) => {
      const {
        stubs = [],
        store,
        serveWrites: servesWrites = false,
        seed,
        validate,
        unknown,
        listen,
      } = options
      const settings = {
        ...{ stubs, servesWrites, validate },
        seed: parseInteger(seed, '--seed'),
        unknown: parseChoice(unknown, ['error', 'empty'], '--unknown'),
        ...(store === undefined ? {} : { store }),
        ...(listen === undefined ? {} : { listen: parseListen(listen) }),
      }
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { mock } = await import('../actions/mock.js')
      context.exitCode = await mock(settings, choice, context.io)
    })
}
