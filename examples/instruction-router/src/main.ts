/** The command `instruction-router`. */
import { createServer, type IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import type { Desk } from './server/index.js'
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
  PONGOGO_TEST_MODE       1: answers hold no times and no absolute paths
  PONGOGO_LOG_LEVEL       DEBUG, INFO, WARNING or ERROR (default: WARNING)
`

/** Returns the exit code, or undefined while it serves. */
async function main(args: readonly string[]): Promise<number | undefined> {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false })
    if (values.help) return print(HELP)
    if (values.version) return print('0.1.0\n')
    const port = values.http === undefined ? undefined : portOf(values.http)
    const settings = readSettings(process.env, process.cwd())
    // What serves takes half a second to load: a wrong option is told without it.
    const server = await import('./server/index.js')
    const desk = server.openDesk(settings, (line) => process.stderr.write(line))
    // A folder that is not there is told at once; it may still come.
    await desk.catalogue().catch(() => undefined)
    if (port === undefined) serveOnPipes(server, desk)
    else await serveOverHttp(server, desk, { port, host: values.host })
    return undefined
  } catch (failure) {
    if (!(failure instanceof SettingsError) && !isOfParseArgs(failure)) throw failure
    process.stderr.write(`${failure.message}\nHint: instruction-router --help\n`)
    return 2
  }
}

const OPTIONS = {
  http: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

type ServerModule = typeof import('./server/index.js')

function serveOnPipes(server: ServerModule, desk: Desk): void {
  const handle = server.serveConnection(desk)
  process.stdin.on('end', () => void handle.close().then(() => desk.library[Symbol.dispose]()))
}

/** Prints the URL once it listens; ends on SIGTERM and SIGINT. */
async function serveOverHttp(
  { createHttpHandler }: ServerModule,
  desk: Desk,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  const { localhostHostValidation, localhostOriginValidation, toNodeHandler } = await import(
    '@modelcontextprotocol/node'
  )
  const origin = (on: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${on}`
  const handler = createHttpHandler(desk)
  const serve = toNodeHandler(handler)
  const isLocal = LOOPBACK.has(host)
  const [isHostAllowed, isOriginAllowed] = [localhostHostValidation(), localhostOriginValidation()]
  const server = createServer((request, response) => {
    if (isLocal && !(isHostAllowed(request, response) && isOriginAllowed(request, response))) return
    if (request.url?.split('?')[0] !== '/mcp')
      response.writeHead(404).end('Not found: the server is at /mcp\n')
    else void serve(request as ServedRequest, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (failure) =>
      reject(new SettingsError(`Cannot listen on ${origin(port)}: ${failure.message}`)),
    )
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  process.stdout.write(`${origin(listening)}/mcp\n`)
  const end = async (): Promise<void> => {
    await handler[Symbol.asyncDispose]()
    server.close()
    server.closeAllConnections()
    desk.library[Symbol.dispose]()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end())
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** What a server of Node is asked has a method and a URL; the type says so only of some messages. */
type ServedRequest = IncomingMessage & { method: string; url: string }

/** @throws SettingsError */
function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new SettingsError(`Cannot listen on port ${JSON.stringify(text)}: it is no number from 0 to 65535`)
}

function isOfParseArgs(failure: unknown): failure is Error {
  return failure instanceof Error && 'code' in failure && String(failure.code).startsWith('ERR_PARSE_ARGS')
}

// Whoever read the output has gone, such as `head`.
process.stdout.on('error', () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))
