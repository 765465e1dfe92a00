/** `understudy record`: its options. What it does stands in actions/record.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import type { HttpDoor } from '../http-serving.js'
import { parseListen } from '../listen-address.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'

interface RecordCommandOptions {
  readonly out?: string
  readonly store?: string | true
  readonly listen?: string
  readonly tokens?: string
  readonly allowHost?: readonly string[]
  readonly settings?: string
  readonly policy?: string
  readonly copy?: true
  readonly durable?: true
}

export function addRecordCommand(program: Command, context: CommandContext): void {
  addServerOptions(
    program
      .command('record')
      .description(
        'A client talks to it as to the server: what both say is passed on as it comes, and recorded. Ends as the server ends; with --listen when it is interrupted.',
      ),
    [...OF_THE_CLIENT, 'cassette'],
  )
    .option('--listen <address>', '[HOST:]PORT to serve HTTP on; default: standard input and output')
    .option('--tokens <file>', 'who may come in at --listen: names and bearer tokens')
    .option('--allow-host <name>', 'a name of this host that clients call it by (repeatable)', collect)
    .option('--out <file>', 'record to a cassette: JSON Lines, for review in a diff')
    .option('--store [path]', 'record to a store (default path: .understudy/recordings.db)')
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .option('--copy', 'run the server in a throwaway copy of this machine; needs --out (Linux)')
    .option('--durable', 'hand each answer on only after it is stored')
    .option('--policy <file>', 'what tools do, where their server does not say it (YAML or JSON)')
    .addHelpText(
      'after',
      `
Without --listen the client is on standard input and output, whatever the
server is: a command, an image, or a URL. With it each session of a client gets
a server of its own, or the URL is served as it is.

Recordings go to --out or --store, else to .understudy/recordings.db below the
folder that the command runs in. Secrets of the server's environment and
headers, and of headers that the client sends, are replaced before anything is
stored.

With --durable a client has no answer that is not stored, even where the
recorder is killed by force. When an answer cannot be stored the server is
ended, with exit code 3, and the answer is not handed on.

Examples:
  understudy record --out notes.jsonl -- node server.js
  understudy record --durable -- node server.js
  understudy record --copy --out notes.jsonl -- node server.js
  understudy record --url https://example.com/mcp
  understudy record --image team/notes:1
  understudy record --listen 3001 --url http://localhost:3000/mcp
  understudy record --listen 3001 -- node server.js`,
    )
    .action(async (options: RecordCommandOptions, command: Command) => {
      const { out, store, settings: project, policy, copy, durable } = options
      const listen = readDoor(options)
      refuseWhatIsTheClients(command)
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const settings = {
        ...defined({ out, store, listen, settings: project, policy, isOfCopy: copy, isDurable: durable }),
      }
      const { record } = await import('../actions/record.js')
      context.exitCode = await record(settings, choice, context.io)
    })
}

function readDoor({ listen, tokens, allowHost }: RecordCommandOptions): HttpDoor | undefined {
  const [ignored] = Object.entries({ tokens, 'allow-host': allowHost }).find(([, value]) => value) ?? []
  if (listen === undefined && ignored !== undefined)
    throw new UsageError('USAGE', `Cannot use --${ignored} without --listen: it is of HTTP`)
  if (listen === undefined) return undefined
  return {
    ...parseListen(listen),
    ...defined({ tokens }),
    allowedHosts: allowHost ?? [],
  }
}

const OF_THE_CLIENT = ['era', 'timeout', 'trace', 'tools']

/** Era, limits and what is asked are the client's, and frames are what is recorded: such options would mean nothing. */
function refuseWhatIsTheClients(command: Command): void {
  const given = OF_THE_CLIENT.find((name) => command.getOptionValueSource(name) === 'cli')
  if (given === undefined) return
  throw new UsageError('USAGE', `Cannot use --${given} with record: that is up to the client`, {
    hint: 'the recorder passes on whatever its client says',
  })
}
