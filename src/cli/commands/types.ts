/** `understudy types`: its options. What it does stands in actions/types.ts. */
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'
import { addServerOptions, readServerChoice } from '../server-options.js'

interface TypesOptions {
  readonly out?: string
  readonly program?: string
  readonly format: string
  readonly globals: boolean
  readonly copy?: true
}

const FORMATS = ['typescript', 'json-schema', 'zod'] as const

export function addTypesCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('types'))
    .description(
      'Writes a declaration file of what a program has: the tools of the servers, params, and the globals of the sandbox.',
    )
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--program <file>', 'a program whose params are typed by what it does with them')
    .option(
      '--format <format>',
      'typescript; or json-schema or zod, of the params of --program alone',
      'typescript',
    )
    .option('--no-globals', 'leave out console, URL and the like: for projects that have the DOM or Node.js')
    .option('--copy', 'start servers in a throwaway copy of this machine (Linux)')
    .addHelpText(
      'after',
      `
Examples:
  understudy types --config .mcp.json --out mcp.d.ts
  understudy types --tools tools.json --program plan.ts --format zod`,
    )
    .action(async (options: TypesOptions, command: Command) => {
      const format = parseChoice(options.format, FORMATS, '--format')
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { writeTypes } = await import('../actions/types.js')
      const settings = { ...options, format, copy: options.copy === true }
      context.exitCode = await writeTypes(settings, choice, context.io)
    })
}
