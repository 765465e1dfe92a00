/** The server as a library: make a desk once, and serve it in any way. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openLibrary } from '../library/index.js'
import { createDesk, type Desk } from './desk.js'
import { createHttpHandler, type HttpHandler } from './http-handler.js'
import { createLog } from './log.js'
import { createServerFactory } from './make-server.js'
import type { Settings } from './settings.js'

/** Opens the folder of the settings; `write` takes the lines of the log. */
export function openDesk(settings: Settings, write: (line: string) => void): Desk {
  return createDesk(openLibrary(settings.knowledgePath), settings, createLog(settings.logLevel, write))
}

/** Serves one connection: standard input and output, or another transport of the SDK. */
export function serveConnection(
  desk: Desk,
  options?: Parameters<typeof serveStdio>[1],
): ReturnType<typeof serveStdio> {
  return serveStdio(createServerFactory(desk, { isSession: true }), options)
}

export { readSettings } from './settings.js'
export { createHttpHandler, type Desk, type HttpHandler, type Settings }
