/** `understudy mock`: its options. What it does stands in actions/mock.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { MockSettings } from '../actions/mock.js'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { parseChoice, parseInteger } from '../option-values.js'
import { addServerOptions, collect, readServerChoice, type ServerChoice } from '../server-options.js'

interface MockCommandOptions {
  readonly stubs?: readonly string[]
  readonly store?: string
  readonly settings?: string
  readonly stale?: boolean
  readonly serveWrites?: boolean
  readonly seed: string
  readonly validate: boolean
  readonly unknown: string
  readonly listen?: string
}

export function addMockCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('mock'))
    .description(
      'Serves the tools of one server over standard input and output or HTTP, to clients of both eras, and answers their calls from stubs, recordings and output schemas. The server is asked for its list alone, and stopped before a client is heard.',
    )
    .option('--stubs <file>', 'answers given by hand, YAML or JSON (repeatable)', collect)
    .option(
      '--store <path>',
      'recordings to answer from (default: .understudy/recordings.db, if there is one)',
    )
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .option('--stale', 'answer from stale recordings too')
    .option('--serve-writes', 'also serve recordings of tools that may change something')
    .option('--seed <n>', 'seed of the values that are made of output schemas', '1')
    .option('--no-validate', 'take arguments that break the input schema')
    .option('--unknown <answer>', 'what a call gets that nothing answers: error or empty', 'error')
    .option('--listen <address>', 'serve over HTTP at [HOST:]PORT; 0 takes a free port')
    .addHelpText(
      'after',
      `
The first that has an answer gives it: a stub, a recording of the very same
call, a value of the output schema. Standard error has a line for each call,
with who answered it.

Exit codes: 0 the client is gone, 1 and some call had no answer, 2 used wrongly,
  3 could not start

Examples:
  understudy mock --tools understudy.lock.json --server notes --stubs stubs.yaml
  understudy mock --stubs stubs.yaml -- node server.js
  understudy mock --config .mcp.json --server notes --listen 3000`,
    )
    .action(async (options: MockCommandOptions, command: Command) => {
      const {
        stubs = [],
        store,
        settings: project,
        stale = false,
        serveWrites: servesWrites = false,
        seed,
        validate,
        unknown,
        listen,
      } = options
      const settings: MockSettings = {
        ...{ stubs, stale, servesWrites, validate },
        seed: parseInteger(seed, '--seed'),
        unknown: parseChoice(unknown, ['error', 'empty'], '--unknown'),
        ...defined({ store, settings: project }),
        ...(listen === undefined ? {} : { listen: parseListen(listen) }),
      }
      const { choice, server } = choiceOf(command, context)
      const { mock } = await import('../actions/mock.js')
      context.exitCode = await mock({ ...settings, ...server }, choice, context.io)
    })
}

/** Without a config `--server` picks a server of the files with tools, such as a lock of several. */
function choiceOf(
  command: Command,
  { serverCommand }: CommandContext,
): { readonly choice: ServerChoice; readonly server: Pick<MockSettings, 'server'> } {
  const { server, ...others } = command.opts<Parameters<typeof readServerChoice>[0]>()
  if (server === undefined || others.config !== undefined || others.tools === undefined)
    return { choice: readServerChoice(command.opts(), serverCommand), server: {} }
  const [name = '', another] = server
  if (another === undefined)
    return { choice: readServerChoice(others, serverCommand), server: { server: name } }
  throw new UsageError('USAGE', 'Cannot mock two servers at once: give --server once')
}
