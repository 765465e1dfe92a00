/** One command: from its arguments to an exit code. */
import { type Command, CommanderError } from 'commander'
import { messageOf, SessionError, UsageError } from '../base/index.js'
import type { CliIo } from './cli-io.js'
import type { CommandContext } from './command-context.js'
import { COMMANDS } from './command-list.js'
import { createDiscreetIo } from './discreet-io.js'
import { describeError, ExitWith, exitCodeFor, exitCodeOf, renderError } from './exit-code.js'
import { type AddCommand, createProgram } from './program.js'

/** What was said: ours, and the command of a server. */
export interface SaidWords {
  readonly own: readonly string[]
  readonly serverCommand: readonly string[]
}

/** Runs the command to its end. Never throws. */
export async function runCommand({ own, serverCommand }: SaidWords, world: CliIo): Promise<number> {
  const io = createDiscreetIo(world)
  const context: CommandContext = { io, serverCommand, exitCode: 0 }
  const program = (): Promise<Command> => createProgram(io, addNamed(own, context))
  try {
    await (await program()).parseAsync(own, { from: 'user' })
    return context.exitCode
  } catch (error) {
    // Commander ends help and version by throwing too; what it had to say, it has said.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodeFor({})
    if (error instanceof CommanderError && error.code === HELP_WANTED) {
      io.stderr((await program()).helpInformation())
      return exitCodeFor({ misused: true })
    }
    const told = io.signal.aborted ? interrupted(io.signal) : asUsageError(error, own)
    if (wantsJson(own)) io.stderrJson(describeError(told))
    else io.stderr(renderError(told))
    return exitCodeOf(told)
  }
}

/** A command that no word names is in the program by its name alone. */
function addNamed(words: readonly string[], context: CommandContext): AddCommand {
  return async ({ name, load }, program) => {
    // What completes commands has to know them all.
    if (words.includes(name) || words.includes('completion')) (await load())(program, context)
    else program.command(name)
  }
}

/** Whatever failed then, it failed because the user wanted it to end. */
function interrupted({ reason }: AbortSignal): ExitWith {
  const message = messageOf(reason)
  return new ExitWith({ failed: true }, new SessionError('REQUEST_ABORTED', message, { cause: reason }))
}

function asUsageError(error: unknown, [command = 'COMMAND']: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/s, '; did you mean $1?')
    .replace(
      /^command-argument value '(.*)' is invalid for argument '.*'\. Allowed choices are (.*)\.$/s,
      '"$1" is none of $2',
    )
  const isKnown = COMMANDS.some(({ name }) => name === command)
  const isServer = error.code === 'commander.excessArguments' && takesServer(command)
  return new UsageError('USAGE', `Cannot understand the command: ${message}`, {
    hint: isServer
      ? `the command of a server stands behind --, such as understudy ${command} … -- node server.js`
      : `see understudy ${isKnown ? command : 'COMMAND'} --help`,
    cause: error,
  })
}

/** What commander says when there is no command. */
const HELP_WANTED = 'commander.help'

function takesServer(command: string): boolean {
  return ![
    'store',
    'runs',
    'rehearsals',
    'calibration',
    'doctor',
    'skill',
    'completion',
    'connect',
    'gateway',
    'run',
    'torture',
  ].includes(command)
}

function wantsJson(args: readonly string[]): boolean {
  return args.some((arg, i) => arg === '--format=json' || (arg === '--format' && args[i + 1] === 'json'))
}
