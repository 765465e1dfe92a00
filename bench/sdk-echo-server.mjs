// What most servers are made of: the official SDK, version 2, with one small tool.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const inputSchema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }

serveStdio(() => {
  const server = new McpServer({ name: 'echo', version: '1.0.0' })
  server.registerTool('echo', { inputSchema: fromJsonSchema(inputSchema) }, ({ message }) => ({
    content: [{ type: 'text', text: message }],
  }))
  return server
})
