/** Where the server and the sample instructions stand, and a server object for tests in one process. */
import { fileURLToPath } from 'node:url'
import type { Transport } from '@modelcontextprotocol/server'
import { openService, readSettings, serveConnection } from '../dist/index.js'

export const SAMPLES = fileURLToPath(new URL('fixtures/sample-instructions', import.meta.url))
export const COMMAND = ['node', fileURLToPath(new URL('../instruction-router.mjs', import.meta.url))]

/** Serves a folder to a client in this process. */
export function serveFolder(folder: string): (transport: Transport) => void {
  const settings = readSettings({ PONGOGO_KNOWLEDGE_PATH: folder, PONGOGO_TEST_MODE: '1' }, folder)
  const service = openService(settings, () => undefined)
  return (transport) => serveConnection(service, transport)
}
