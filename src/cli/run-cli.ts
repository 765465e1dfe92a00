/** The command line: from arguments to an exit code. */
import { type CliIo, layoutFor, packageVersion } from './cli-io.js'
import { overviewText } from './overview.js'

/** Runs one command to its end. `args` are those behind the name of the program. Never throws. */
export async function runCli(args: readonly string[], world: CliIo): Promise<number> {
  const [only = '', ...more] = args
  if (more.length === 0 && HELP.includes(only)) return tell(overviewText(layoutFor(world).columns), world)
  if (more.length === 0 && VERSION.includes(only)) return tell(`${packageVersion()}\n`, world)
  const { runCommand } = await import('./run-command.js')
  return runCommand(splitAtDashes(args), world)
}

/** What is answered by nothing but the names of the commands. */
const HELP: readonly string[] = ['--help', '-h', 'help']
const VERSION: readonly string[] = ['--version', '-V']

function tell(text: string, { stdout }: CliIo): number {
  stdout(text)
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
