/** Serves a gateway in front of the reference server for memory, on standard input and output. */
import { fileURLToPath } from 'node:url'
import { createGateway } from '../dist/gateway/index.js'
import { serveStdio } from '../dist/server/index.js'

const memory = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))
const gateway = await createGateway({
  config: { mcpServers: { memory: { command: process.execPath, args: [memory] } } },
})
serveStdio(gateway.service, {
  input: process.stdin,
  output: process.stdout,
})
process.stdin.once('end', () => void gateway.close())
