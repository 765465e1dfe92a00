/** The command of a server, as a test gives it. */
import { shorten, UsageError } from '../../base/index.js'
import type { Launch } from '../../transport/index.js'

/**
 * Program and arguments, each a string of its own; or one string that is the program alone.
 * A string with white space is refused: nobody can tell a path with a space from a program with an argument.
 * @throws UsageError USAGE
 */
export function parseCommand(command: string | readonly string[]): Pick<Launch, 'command' | 'args'> {
  if (typeof command === 'string') return { command: checkedProgram(command) }
  const isList = Array.isArray(command) && command.every((part) => typeof part === 'string')
  if (!isList) throw notUsable(command, 'it is no list of strings')
  const [program, ...args] = command
  if (program === undefined || program === '') throw notUsable(command, 'it names no program')
  return { command: program, args }
}

function checkedProgram(command: string): string {
  if (command === '') throw notUsable(command, 'it names no program')
  if (!/\s/.test(command)) return command
  const parts = JSON.stringify(command.trim().split(/\s+/))
  throw new UsageError(
    'USAGE',
    `Cannot start ${shownCommand(command)}: a space may part arguments or belong to a name`,
    {
      hint: `give a list: ${parts} for a program with arguments, ${JSON.stringify([command])} for one program`,
    },
  )
}

function notUsable(command: unknown, reason: string): UsageError {
  return new UsageError(
    'USAGE',
    `Cannot use ${shownCommand(command)} as the command of a server: ${reason}`,
    {
      hint: 'give program and arguments as a list, such as ["node", "server.js"]',
    },
  )
}

function shownCommand(command: unknown): string {
  return shorten(JSON.stringify(command) ?? String(command), 200)
}
