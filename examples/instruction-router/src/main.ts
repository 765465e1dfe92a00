/** The command `instruction-router`. */
import { parseArgs } from 'node:util'
import { openService, readSettings, SettingsError } from './service.js'

const HELP = `Usage: instruction-router [--http PORT]

Serves instruction files to agents over MCP, on standard input and output or HTTP.

Options:
  --http PORT    listen on http://127.0.0.1:PORT/mcp; 0 takes a free port
  -h, --help     this text
  -V, --version  the version

Environment:
  PONGOGO_KNOWLEDGE_PATH  the instructions (default: .pongogo/instructions)
  PONGOGO_PROJECT_ROOT    the project (default: the working folder)
  PONGOGO_TEST_MODE       1: answers hold no absolute paths (default: 0)
  PONGOGO_LOG_LEVEL       DEBUG, INFO, WARNING or ERROR (default: WARNING)
`

const OPTIONS = {
  http: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const

/** Returns the exit code, or undefined while it serves. */
async function main(args: string[]): Promise<number | undefined> {
  try {
    const { values } = parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: false })
    if (values.help || values.version) {
      process.stdout.write(values.help ? HELP : '0.1.0\n')
      return 0
    }
    const port = Number(values.http ?? 0)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new SettingsError(`Cannot listen on port "${values.http}": it is no number from 0 to 65535`)
    const settings = readSettings(process.env, process.cwd())
    const service = openService(settings, (line) => void process.stderr.write(line))
    // What serves takes half a second to load: a wrong option is told without it.
    const { listen, serveConnection } = await import('./serve.js')
    // A folder that is not there is told at once; it may still come.
    await service.library.current().catch(({ message }: Error) => service.log('ERROR', message))
    if (values.http !== undefined) process.stdout.write(`${await listen(service, port)}\n`)
    else serveConnection(service)
    return undefined
  } catch (failure) {
    const isWrongUse = failure instanceof TypeError && 'code' in failure
    if (!(failure instanceof SettingsError) && !isWrongUse) throw failure
    process.stderr.write(`${failure.message}\nHint: instruction-router --help\n`)
    return 2
  }
}

// Whoever read the output has gone, such as `head`.
process.stdout.on('error', () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))
