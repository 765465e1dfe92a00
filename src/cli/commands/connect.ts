/** `understudy connect`: its options. What it does stands in actions/connect.ts. */
import { Argument, type Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import { CLIENTS } from '../client-files.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

interface ConnectOptions {
  readonly undo?: true
  readonly file?: string
  readonly mode?: string
}

export function addConnectCommand(program: Command, context: CommandContext): void {
  program
    .command('connect')
    .addArgument(new Argument('<client>', 'the client').choices(CLIENTS))
    .description(
      'Puts the gateway in front of the servers that the file of a client has: the gateway is written there, and starts them from a copy of the file, which is kept beside it. Shows what changes. Comments and formatting stay.',
    )
    .option('--undo', 'put back the file as it was, from the copy')
    .option(
      '--mode <mode>',
      'live, or dry: the client rehearses in a copy, and nothing lasts until you apply it',
    )
    .option('--file <file>', 'the file of the client, where it is not in its usual place')
    .addHelpText(
      'after',
      `
Usual places: claude-code .mcp.json; cursor .cursor/mcp.json, or the one of the
user; vscode .vscode/mcp.json; claude-desktop claude_desktop_config.json.

Exit codes: 0 done, 2 used wrongly, 3 a file could not be written

Examples:
  understudy connect claude-code
  understudy connect claude-code --mode dry
  understudy connect vscode --file team/.vscode/mcp.json
  understudy connect claude-code --undo`,
    )
    .action(async (name: string, { undo, file, mode }: ConnectOptions) => {
      if (context.serverCommand.length > 0)
        throw new UsageError(
          'USAGE',
          'Cannot connect a command: the servers are those of the file of the client',
        )
      const client = parseChoice(name, CLIENTS, 'the client')
      const { CONNECT_MODES, connectClient, disconnectClient } = await import('../actions/connect.js')
      if (undo === true && mode !== undefined)
        throw new UsageError('USAGE', 'Cannot use --mode with --undo: it puts back what there was')
      const act = undo === true ? disconnectClient : connectClient
      act(
        {
          client,
          ...defined({ file }),
          ...(mode === undefined ? {} : { mode: parseChoice(mode, CONNECT_MODES, '--mode') }),
        },
        context.io,
      )
    })
}
