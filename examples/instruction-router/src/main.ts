/** The command `instruction-router`. */
import { createServer, type IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import { readSettings, SettingsError } from './server/settings.js'

const HELP = `Usage: instruction-router [--http PORT] [--host ADDRESS]

Serves the instruction files of a folder to agents, over MCP: on standard input
and output, or over HTTP.

Options:
  --http PORT     listen on http://127.0.0.1:PORT/mcp; 0 takes a free port
  --host ADDRESS  listen on this address instead of 127.0.0.1; on one that is
                  not of this machine alone, requests of any host are served
  -h, --help      this text
  -V, --version   the version

Environment:
  PONGOGO_KNOWLEDGE_PATH  the folder of *.instructions.md files
                          (default: .pongogo/instructions of the project)
  PONGOGO_PROJECT_ROOT    the project (default: the working folder)
  PONGOGO_TEST_MODE       1: answers hold no absolute paths (default: 0)
  PONGOGO_LOG_LEVEL       DEBUG, INFO, WARNING or ERROR (default: WARNING)
`

const OPTIONS = {
  http: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
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
    // What serves takes half a second to load: a wrong option is told without it.
    const { openDesk, serveConnection, createHttpHandler } = await import('./server/index.js')
    const desk = openDesk(settings, (line) => process.stderr.write(line))
    // A folder that is not there is told at once; it may still come.
    await desk.catalogue().catch(() => undefined)
    if (values.http !== undefined) await listen(createHttpHandler(desk), port, values.host)
    else {
      const connection = serveConnection(desk)
      process.stdin.on('end', () => void connection.close())
    }
    return undefined
  } catch (failure) {
    const isWrongUse = failure instanceof TypeError && 'code' in failure
    if (!(failure instanceof SettingsError) && !isWrongUse) throw failure
    process.stderr.write(`${failure.message}\nHint: instruction-router --help\n`)
    return 2
  }
}

type HttpHandler = ReturnType<typeof import('./server/index.js').createHttpHandler>

/** Prints the URL once it listens; ends on SIGTERM and SIGINT. @throws SettingsError for an address that cannot be had */
async function listen(handler: HttpHandler, port: number, host: string): Promise<void> {
  const { localhostHostValidation, localhostOriginValidation, toNodeHandler } = await import(
    '@modelcontextprotocol/node'
  )
  const origin = (on: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${on}`
  const serve = toNodeHandler(handler)
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host)
  const guards = isLocal ? [localhostHostValidation(), localhostOriginValidation()] : []
  const server = createServer((request, response) => {
    if (!guards.every((isAllowed) => isAllowed(request, response))) return
    if (request.url?.split('?')[0] === '/mcp') void serve(request as ServedRequest, response)
    else response.writeHead(404).end('Not found: the server is at /mcp\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new SettingsError(`Cannot listen on ${origin(port)}: ${message}`)),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  process.stdout.write(`${origin(typeof address === 'object' ? (address?.port ?? port) : port)}/mcp\n`)
  const end = async (): Promise<void> => {
    await handler[Symbol.asyncDispose]()
    server.close()
    server.closeAllConnections()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end())
}

/** What a server of Node is asked has a method and a URL; the type says so only of some messages. */
type ServedRequest = IncomingMessage & { method: string; url: string }

// Whoever read the output has gone, such as `head`.
process.stdout.on('error', () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))
