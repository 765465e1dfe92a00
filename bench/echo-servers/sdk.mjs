// One tool that says what it is told, on the official SDK: as most servers are made, or with `low` on its low-level server alone.
import { fromJsonSchema, McpServer, Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'

const SELF = { name: 'echo', version: '1' }
const inputSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }
const say = ({ message }) => ({ content: [{ type: 'text', text: message }] })

if (process.argv[2] === 'low') await lowLevel().connect(new StdioServerTransport())
else serveStdio(usual)

function usual() {
  const server = new McpServer(SELF)
  server.registerTool('echo', { inputSchema: fromJsonSchema(inputSchema) }, say)
  return server
}

function lowLevel() {
  const server = new Server(SELF, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'echo', inputSchema }] }))
  server.setRequestHandler('tools/call', ({ params }) => say(params.arguments))
  return server
}
