/** The server as a library: make a desk once, and serve it in any way. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openLibrary } from '../library/index.js'
import { createDesk, type Desk } from './desk.js'
import { createHttpHandler } from './http-handler.js'
import { createServerFactory } from './make-server.js'
import { readSettings, type Settings } from './settings.js'

/** Opens the folder of the settings; `write` takes the lines of the log. */
export function openDesk(settings: Settings, write: (line: string) => void): Desk {
  return createDesk(openLibrary(settings.knowledgePath), settings, write)
}

/** Serves one connection: standard input and output, or another transport of the SDK. */
export function serveConnection(
  desk: Desk,
  options?: Parameters<typeof serveStdio>[1],
): ReturnType<typeof serveStdio> {
  return serveStdio(createServerFactory(desk, { isKept: true }), options)
}

export { createHttpHandler, type Desk, readSettings }
