// One tool that says what it is told, as a service of this package.
import { serveStdio } from '../../dist/server/index.js'

const TOOLS = [{ name: 'echo', inputSchema: { type: 'object', properties: { message: { type: 'string' } } } }]

async function answer({ method, params }) {
  if (method === 'tools/list') return { result: { tools: TOOLS } }
  return { result: { content: [{ type: 'text', text: params.arguments.message }] } }
}

const self = { serverInfo: { name: 'echo', version: '1' }, capabilities: { tools: {} } }
serveStdio({ self, answer }, { input: process.stdin, output: process.stdout })
