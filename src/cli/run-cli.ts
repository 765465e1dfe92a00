/** The command line: from arguments to an exit code. */
import { Command, CommanderError } from 'commander'
import { messageOf, SessionError, UsageError } from '../base/index.js'
import { type CliIo, packageVersion } from './cli-io.js'
import type { CommandContext } from './command-context.js'
import { addCalibrationCommand } from './commands/calibration.js'
import { addCallCommand } from './commands/call.js'
import { addCompletionCommand } from './commands/completion.js'
import { addConnectCommand } from './commands/connect.js'
import { addCopyCommand } from './commands/copy.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addDryRunCommand } from './commands/dry-run.js'
import { addGatewayCommand } from './commands/gateway.js'
import { addInitCommand } from './commands/init.js'
import { addLockCommand } from './commands/lock.js'
import { addMockCommand } from './commands/mock.js'
import { addProbeCommand } from './commands/probe.js'
import { addRecordCommand } from './commands/record.js'
import { addReplayCommand } from './commands/replay.js'
import { addRunCommand } from './commands/run.js'
import { addRunsCommand } from './commands/runs.js'
import { addStoreCommand } from './commands/store.js'
import { addStubsCommand } from './commands/stubs.js'
import { addToolsCommand } from './commands/tools.js'
import { addTortureCommand } from './commands/torture.js'
import { addTypesCommand } from './commands/types.js'
import { addVerifyCommand } from './commands/verify.js'
import { createDiscreetIo } from './discreet-io.js'
import { describeError, ExitWith, exitCodeOf, renderError } from './exit-code.js'

/** Runs one command to its end. `args` are those behind the name of the program. Never throws. */
export async function runCli(args: readonly string[], world: CliIo): Promise<number> {
  const io = createDiscreetIo(world)
  const { own, serverCommand } = splitAtDashes(args)
  const context: CommandContext = { io, serverCommand, exitCode: 0 }
  try {
    await createProgram(context).parseAsync(own, { from: 'user' })
    return context.exitCode
  } catch (error) {
    // Commander ends help and version by throwing too; what it had to say, it has said.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof CommanderError && error.code === HELP_WANTED) {
      io.stderr(createProgram(context).helpInformation())
      return 2
    }
    const told = io.signal.aborted ? interrupted(io.signal) : asUsageError(error, own)
    if (wantsJson(own)) io.stderrJson(describeError(told))
    else io.stderr(renderError(told))
    return exitCodeOf(told)
  }
}

/** Everything behind the first `--` is a server's command, whatever it looks like. */
function splitAtDashes(args: readonly string[]): {
  own: readonly string[]
  serverCommand: readonly string[]
} {
  const at = args.indexOf('--')
  return at === -1
    ? { own: args, serverCommand: [] }
    : { own: args.slice(0, at), serverCommand: args.slice(at + 1) }
}

function createProgram(context: CommandContext): Command {
  const { io } = context
  const program = new Command('understudy')
    .description('Rehearse MCP tool calls before they touch anything.')
    .version(packageVersion(), '-V, --version')
    .helpCommand(true)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: () => undefined })
    .addHelpText(
      'after',
      '\nA server is named by -- COMMAND, --url URL, --image REF or --config FILE, and a\nrecording or a list of tools stands in for it: --cassette FILE, --tools FILE.',
    )
  addDryRunCommand(program, context)
  addRunCommand(program, context)
  addToolsCommand(program, context)
  addTypesCommand(program, context)
  addStubsCommand(program, context)
  addCallCommand(program, context)
  addLockCommand(program, context)
  addVerifyCommand(program, context)
  addMockCommand(program, context)
  addProbeCommand(program, context)
  addInitCommand(program, context)
  addRecordCommand(program, context)
  addReplayCommand(program, context)
  addGatewayCommand(program, context)
  addConnectCommand(program, context)
  addTortureCommand(program, context)
  addRunsCommand(program, context)
  addCalibrationCommand(program, context)
  addStoreCommand(program, context)
  addCopyCommand(program, context)
  addDoctorCommand(program, context)
  addCompletionCommand(program, context)
  return program
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
  const isServer = error.code === 'commander.excessArguments' && takesServer(command)
  return new UsageError('USAGE', `Cannot understand the command: ${message}`, {
    hint: isServer
      ? `the command of a server stands behind --, such as understudy ${command} … -- node server.js`
      : 'see understudy --help, or understudy COMMAND --help',
    cause: error,
  })
}

/** What commander says when there is no command. */
const HELP_WANTED = 'commander.help'

function takesServer(command: string): boolean {
  return ![
    'store',
    'runs',
    'calibration',
    'doctor',
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
