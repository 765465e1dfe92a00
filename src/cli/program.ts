/** The program `understudy` with all its commands, as far as they are added. */
import { Command } from 'commander'
import { type CliIo, layoutFor, packageVersion } from './cli-io.js'
import { COMMANDS, type ListedCommand } from './command-list.js'
import { overviewText } from './overview.js'

/** Adds one command to the program: its options too, or its name alone. */
export type AddCommand = (listed: ListedCommand, program: Command) => void | Promise<void>

/** Help and version go to standard output; errors are thrown alone. */
export async function createProgram(io: CliIo, add: AddCommand): Promise<Command> {
  const program = new Command('understudy')
    .version(packageVersion(), '-V, --version')
    .helpCommand(true)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout(text), writeErr: () => undefined })
  program.helpInformation = () => overviewText(layoutFor(io).columns)
  for (const listed of COMMANDS) await add(listed, program)
  return program
}
