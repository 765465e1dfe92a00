/** The ways to the server: a connection, such as standard input and output, and HTTP. */
import { once } from 'node:events'
import { createServer as createListener, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './server.js'
import { type Service, SettingsError } from './service.js'

/** Serves one connection: standard input and output, or another transport of the SDK. */
export function serveConnection(service: Service, transport?: Transport): void {
  serveStdio(() => createServer(service, true), transport && { transport })
}

/**
 * Serves this machine alone over HTTP, where each request is a session of its own in both eras, and ends on SIGTERM and SIGINT.
 * Gives the URL. @throws SettingsError for a port that cannot be had
 */
export async function listen(service: Service, port: number): Promise<string> {
  // Whoever asks on standard input does not wait for this.
  const node = await import('@modelcontextprotocol/node')
  const handler = createMcpHandler(() => createServer(service, false))
  const serve = node.toNodeHandler(handler)
  const guards = [node.localhostHostValidation(), node.localhostOriginValidation()]
  const listener = createListener((request, response) => {
    if (!guards.every((isAllowed) => isAllowed(request, response))) return
    // A request that arrived has a method and a URL; its type leaves that open.
    const arrived = request as IncomingMessage & { method: string; url: string }
    if (arrived.url.split('?')[0] === '/mcp') void serve(arrived, response)
    else response.writeHead(404).end('Not found: the server is at /mcp\n')
  })
  await once(listener.listen(port, '127.0.0.1'), 'listening').catch(({ message }: Error) => {
    throw new SettingsError(`Cannot listen on port ${port}: ${message}`)
  })
  const end = async (): Promise<void> => {
    await handler.close()
    listener.close()
    listener.closeAllConnections()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void end())
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
}
