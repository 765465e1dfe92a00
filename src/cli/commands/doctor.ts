/** `understudy doctor`: its options. What it does stands in actions/doctor.ts. */
import type { Command } from 'commander'
import { defined } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

interface DoctorOptions {
  readonly format: string
  readonly store?: string
  readonly settings?: string
}

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'Tells what works here: Node, Deno, the layers of the sandbox, copies of this machine, the settings of the project, its store, the driver of PostgreSQL, container engines. Exits 3 when something that is needed is missing.',
    )
    .option('--store <store>', 'the store to look at (default: .understudy/recordings.db)')
    .option('--settings <file>', 'the settings to look at (default: understudy.config.json or .yaml)')
    .option('--format <format>', 'text or json', 'text')
    .action(async (options: DoctorOptions) => {
      const format = parseChoice(options.format, ['text', 'json'], '--format')
      const { store, settings } = options
      const { examine } = await import('../actions/doctor.js')
      context.exitCode = await examine(
        {
          format,
          ...defined({ store, settings }),
        },
        context.io,
      )
    })
}
