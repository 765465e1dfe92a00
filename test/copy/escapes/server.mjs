/** A server whose one tool tries to leave the world that it runs in: `leave` with a `way` of try.pl. Its argument is what targets.pl has made. */
import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [, , folder] = process.argv
const attempts = fileURLToPath(new URL('./try.pl', import.meta.url))
const tools = [
  {
    name: 'leave',
    inputSchema: { type: 'object', properties: { way: { type: 'string' } }, required: ['way'] },
  },
]
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'escapes', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { way } }) => ({ content: [{ type: 'text', text: leave(way) }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) })}\n`)
}

/** Its standard input is our own pipe, as a child of any server has it. */
function leave(way) {
  try {
    return execFileSync('perl', [attempts, folder, way], {
      encoding: 'utf8',
      stdio: [0, 'pipe', 'pipe'],
    }).trim()
  } catch ({ status, signal, stderr }) {
    return `ended: ${signal ?? status} ${stderr}`.trim()
  }
}
