/** `understudy call`: its options. What it does stands in actions/call.ts. */
import type { Command } from 'commander'
import { defined } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseCallArguments, parseChoice } from '../option-values.js'
import { addServerOptions, readServerChoice } from '../server-options.js'

interface CallOptions {
  readonly args?: string
  readonly store?: string | true
  readonly settings?: string
  readonly policy?: string
  readonly copy?: true
  readonly format: string
}

export function addCallCommand(program: Command, context: CommandContext): void {
  addServerOptions(
    program
      .command('call')
      .argument('<tool>', 'SERVER:TOOL, or TOOL where there is one server')
      .argument('[arguments...]', 'key=text or key:=JSON'),
    ['tools'],
  )
    .description(
      'Starts the server, calls the tool once, prints the result. Exits 1 when the tool or the protocol says no.',
    )
    .option('--args <json>', 'the arguments as one JSON object; key=value pairs are laid over it')
    .option(
      '--store [path]',
      'record the answer, in a file or postgres://… (default: .understudy/recordings.db)',
    )
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .option('--policy <file>', 'with --store: what tools do, where their server does not say it')
    .option('--copy', 'in a throwaway copy of this machine, and tell what would have changed (Linux)')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Examples:
  understudy call echo message=hi -- node server.js
  understudy call filesystem:read_text_file path=a.md head:=5 --config .mcp.json --store
  understudy call --copy write_file path=a.md content=hi -- npx -y @modelcontextprotocol/server-filesystem .`,
    )
    .action(async (tool: string, pairs: readonly string[], options: CallOptions, command: Command) => {
      const { args, store, settings: project, policy } = options
      const settings = {
        tool,
        arguments: parseCallArguments(pairs, args),
        copy: options.copy === true,
        format: parseChoice(options.format, ['text', 'json'], '--format'),
        ...defined({ store, settings: project, policy }),
      }
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { callTool } = await import('../actions/call.js')
      context.exitCode = await callTool(settings, choice, context.io)
    })
}
