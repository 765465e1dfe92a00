/** The ways to the server: a connection, such as standard input and output, and HTTP. */
import { createServer as createListener, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.js'
import { type Service, SettingsError } from './service.js'

/** Serves one connection: standard input and output, or another transport of the SDK. */
export function serveConnection(
  service: Service,
  options?: Parameters<typeof serveStdio>[1],
): ReturnType<typeof serveStdio> {
  return serveStdio(() => createServer(service, true), options)
}

/** Over HTTP each request is a session of its own, in both eras. */
export function createHttpHandler(service: Service): McpHttpHandler {
  return createMcpHandler(() => createServer(service, false))
}

/** Serves this machine alone, and ends on SIGTERM and SIGINT. Gives the URL. @throws SettingsError for a port that cannot be had */
export async function listen(handler: McpHttpHandler, port: number): Promise<string> {
  // Whoever asks on standard input does not wait for this.
  const { localhostHostValidation, localhostOriginValidation, toNodeHandler } = await import(
    '@modelcontextprotocol/node'
  )
  const serve = toNodeHandler(handler)
  const guards = [localhostHostValidation(), localhostOriginValidation()]
  const listener = createListener((request, response) => {
    if (!guards.every((isAllowed) => isAllowed(request, response))) return
    if (request.url?.split('?')[0] === '/mcp') void serve(request as ServedRequest, response)
    else response.writeHead(404).end('Not found: the server is at /mcp\n')
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', ({ message }) =>
      reject(new SettingsError(`Cannot listen on port ${port}: ${message}`)),
    )
    listener.listen(port, '127.0.0.1', resolve)
  })
  const end = async (): Promise<void> => {
    await handler.close()
    listener.close()
    listener.closeAllConnections()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end())
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
}

/** What a server of Node is asked has a method and a URL; the type says so only of some messages. */
type ServedRequest = IncomingMessage & { method: string; url: string }
