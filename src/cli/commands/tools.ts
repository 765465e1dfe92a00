/** `understudy tools`: its options. What it does stands in actions/tools.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'
import { addServerOptions, readServerChoice } from '../server-options.js'

export function addToolsCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('tools'))
    .description('Lists tools with what they do, their arguments and the size of their definition in tokens.')
    .option('--copy', 'start servers in a throwaway copy of this machine (Linux)')
    .option('--format <format>', 'text or json; json is what --tools reads', 'text')
    .addHelpText(
      'after',
      '\nExamples:\n  understudy tools -- node server.js\n  understudy tools --config .mcp.json --server memory --format json > memory.json',
    )
    .action(async (options: { readonly copy?: true; readonly format: string }, command: Command) => {
      const format = parseChoice(options.format, ['text', 'json'], '--format')
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { listTools } = await import('../actions/tools.js')
      context.exitCode = await listTools({ format, copy: options.copy === true }, choice, context.io)
    })
}
