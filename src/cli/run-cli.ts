/** The command line: from arguments to an exit code. */
import type { CliIo } from './cli-io.js'
import { createProgram } from './program.js'

/** Runs one command to its end. `args` are those behind the name of the program. Never throws. */
export async function runCli(args: readonly string[], world: CliIo): Promise<number> {
  if (args.length === 1 && OVERVIEWS.includes(args[0] ?? '')) return tellOverview(args, world)
  const { runCommand } = await import('./run-command.js')
  return runCommand(splitAtDashes(args), world)
}

/** What is answered by nothing but the names of the commands. */
const OVERVIEWS: readonly string[] = ['--help', '-h', 'help', '--version', '-V']

async function tellOverview(args: readonly string[], { stdout }: CliIo): Promise<number> {
  const program = await createProgram(stdout, ({ name }, program) => void program.command(name))
  // Commander ends each of them by throwing.
  await program.parseAsync(args, { from: 'user' }).catch(() => undefined)
  return 0
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
