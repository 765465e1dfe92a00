/** `understudy record`: its options. What it does stands in actions/record.ts. */
import type { Command } from 'commander'
import { UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { addServerOptions, readServerChoice } from '../server-options.js'

interface RecordCommandOptions {
  readonly out?: string
  readonly store?: string | true
  readonly listen?: string
  readonly settings?: string
}

export function addRecordCommand(program: Command, context: CommandContext): void {
  addServerOptions(
    program
      .command('record')
      .summary('stand between a client and a server, and record both')
      .description(
        'A client talks to it as to the server: every byte is passed on as it comes, and what was said is recorded. Ends as the server ends.',
      ),
  )
    .option('--listen <address>', '[HOST:]PORT to serve a --url on; default: standard input and output')
    .option('--out <file>', 'record to a cassette: JSON Lines, for review in a diff')
    .option('--store [path]', 'record to a store (default path: .understudy/recordings.db)')
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .addHelpText(
      'after',
      `
Recordings go to --out or --store, else to .understudy/recordings.db below the
folder that the command runs in. Secrets of the server's environment and
headers, and of headers that the client sends, are replaced before anything is
stored.

Examples:
  understudy record --out notes.jsonl -- node server.js
  understudy record --listen 3001 --url http://localhost:3000/mcp`,
    )
    .action(async (options: RecordCommandOptions, command: Command) => {
      const { out, store, listen, settings: project } = options
      refuseWhatIsTheClients(command)
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const settings = {
        ...(out === undefined ? {} : { out }),
        ...(store === undefined ? {} : { store }),
        ...(listen === undefined ? {} : { listen: parseListen(listen) }),
        ...(project === undefined ? {} : { settings: project }),
      }
      const { record } = await import('../actions/record.js')
      context.exitCode = await record(settings, choice, context.io)
    })
}

/** Era, limits and what is asked are the client's, and frames are what is recorded: such options would mean nothing. */
function refuseWhatIsTheClients(command: Command): void {
  const given = ['era', 'timeout', 'trace', 'tools'].find(
    (name) => command.getOptionValueSource(name) === 'cli',
  )
  if (given === undefined) return
  throw new UsageError('USAGE', `Cannot use --${given} with record: that is up to the client`, {
    hint: 'the recorder passes on whatever its client says',
  })
}
