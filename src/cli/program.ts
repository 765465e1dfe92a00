/** The program `understudy` with all its commands, as far as they are added. */
import { Command } from 'commander'
import { packageVersion } from './cli-io.js'
import { COMMANDS, type ListedCommand } from './command-list.js'

/** Adds one command to the program: its options too, or its name alone. */
export type AddCommand = (listed: ListedCommand, program: Command) => void | Promise<void>

/** Help and version go to `writeOut`; errors are thrown alone. */
export async function createProgram(writeOut: (text: string) => void, add: AddCommand): Promise<Command> {
  const program = new Command('understudy')
    .description('Rehearse MCP tool calls before they touch anything.')
    .version(packageVersion(), '-V, --version')
    .helpCommand(true)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => undefined })
    .configureHelp({ subcommandTerm })
    .addHelpText(
      'after',
      '\nA server is named by -- COMMAND, --url URL, --image REF or --config FILE, and a\nrecording or a list of tools stands in for it: --cassette FILE, --tools FILE.',
    )
  for (const listed of COMMANDS) {
    await add(listed, program)
    program.commands.at(-1)?.summary(listed.summary)
  }
  return program
}

function subcommandTerm(command: Command): string {
  const takes = COMMANDS.find(({ name }) => name === command.name())?.takes ?? command.usage()
  return `${command.name()} ${takes}`
}
