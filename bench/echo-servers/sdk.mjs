// One tool that says what it is told, on the low-level server of the official SDK.
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const TOOLS = [{ name: 'echo', inputSchema: { type: 'object', properties: { message: { type: 'string' } } } }]

const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } })
server.setRequestHandler('tools/list', () => ({ tools: TOOLS }))
server.setRequestHandler('tools/call', ({ params }) => ({
  content: [{ type: 'text', text: params.arguments.message }],
}))
await server.connect(new StdioServerTransport())
