// As little of an MCP server as a client can be measured against. Ends with its standard input.
// Adds a line to the file STARTS at each start.
import { appendFileSync } from 'node:fs'

const { STARTS } = process.env
if (STARTS !== undefined) appendFileSync(STARTS, `${process.pid}\n`)

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'quick', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
  'tools/call': (params) => ({ content: [{ type: 'text', text: params.arguments.message }] }),
}
const UNKNOWN = { code: -32601, message: 'Method not found' }

let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  const answers = lines.map(answer).join('')
  if (answers !== '') process.stdout.write(answers)
})

function answer(line) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return ''
  const said = method in results ? { result: results[method](params) } : { error: UNKNOWN }
  return `${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`
}
