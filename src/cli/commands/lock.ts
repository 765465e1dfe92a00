/** `understudy lock`: its options. What it does stands in actions/lock.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { addServerOptions, readServerChoice } from '../server-options.js'

/** Where the lock is, unless it is said otherwise: beside the project's other files. */
export const DEFAULT_LOCK = 'understudy.lock.json'

export function addLockCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('lock'))
    .description(
      'Asks servers for their tools and writes down what they promise: inputs, outputs, annotations, capabilities. The same promises make the same file.',
    )
    .option('--out <file>', 'where to write it', DEFAULT_LOCK)
    .addHelpText(
      'after',
      '\nExamples:\n  understudy lock --name notes -- node server.js\n  understudy lock --config .mcp.json --out contracts.json',
    )
    .action(async ({ out }: { readonly out: string }, command: Command) => {
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { lockContracts } = await import('../actions/lock.js')
      await lockContracts(out, choice, context.io)
    })
}
