/** `understudy record`: its options. What it does stands in actions/record.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { collect, readServerChoice } from '../server-options.js'

interface RecordCommandOptions {
  readonly name: string
  readonly out?: string
  readonly store?: string | true
  readonly listen?: string
}

export function addRecordCommand(program: Command, context: CommandContext): void {
  program
    .command('record')
    .summary('stand between a client and a server, and record both')
    .description(
      'A client talks to it as to the server: every byte is passed on as it comes, and what was said is recorded. Ends as the server ends.',
    )
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <header>', '"Name: value", sent with every request to --url (repeatable)', collect)
    .option('--image <ref>', 'a server in a container, by docker or podman; arguments behind --')
    .option('--mount <mount>', 'source:target[:ro], seen in the container of --image (repeatable)', collect)
    .option('--network <name>', 'network of the container, such as none')
    .option('--config <file>', 'a server from a file with "mcpServers" or "servers"')
    .option('--server <name>', 'which server of the config', (name: string) => [name])
    .option('--name <name>', 'name of a server given by command, URL or image', 'server')
    .option('-e, --env <K=V>', 'environment variable of the server (repeatable)', collect)
    .option('--cwd <dir>', 'working folder of the server')
    .option('--listen <address>', '[HOST:]PORT to serve a --url on; default: standard input and output')
    .option('--out <file>', 'record to a cassette: JSON Lines, for review in a diff')
    .option('--store [path]', 'record to a store (default path: .understudy/recordings.db)')
    .addHelpText(
      'after',
      `
Recordings go to --out or --store, else to .understudy/recordings.db below the
folder that the command runs in. Secrets of the server's environment and headers,
and of headers that the client sends, are replaced before anything is stored.

Examples:
  understudy record --out notes.jsonl -- node server.js
  understudy record --listen 3001 --url http://localhost:3000/mcp`,
    )
    .action(async (options: RecordCommandOptions, command: Command) => {
      const { out, store, listen } = options
      const choice = readServerChoice(
        { ...command.opts(), name: options.name, era: 'legacy', timeout: '30000' },
        context.serverCommand,
      )
      const settings = {
        ...(out === undefined ? {} : { out }),
        ...(store === undefined ? {} : { store }),
        ...(listen === undefined ? {} : { listen: parseListen(listen) }),
      }
      const { record } = await import('../actions/record.js')
      context.exitCode = await record(settings, choice, context.io)
    })
}
