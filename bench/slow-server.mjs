// As little of an MCP server as there is, whose tool takes 5 ms. Ends with its standard input.
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'slow', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'work', inputSchema: { type: 'object' } }] }),
}

let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) answer(JSON.parse(line))
})

function answer({ id, method, params }) {
  if (id === undefined) return
  if (method === 'tools/call')
    setTimeout(() => write(id, { content: [{ type: 'text', text: String(params.arguments.n) }] }), 5)
  else write(id, results[method]?.(params) ?? {})
}

function write(id, result) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}
