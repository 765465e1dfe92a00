/** `understudy doctor`: its options. What it does stands in actions/doctor.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('tell what works here')
    .description(
      'Tells what works here: Node, Deno, the layers of the sandbox, stores, the driver of PostgreSQL, container engines. Exits 3 when something that is needed is missing.',
    )
    .option('--format <format>', 'text or json', 'text')
    .action(async (options: { readonly format: string }) => {
      const format = parseChoice(options.format, ['text', 'json'], '--format')
      const { examine } = await import('../actions/doctor.js')
      context.exitCode = await examine(format, context.io)
    })
}
