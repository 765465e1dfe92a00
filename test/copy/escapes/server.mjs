/** A server whose one tool tries to leave the world that it runs in: `leave` with a `way` of try.pl. Its argument is what targets.pl has made. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const [, , folder] = process.argv
/** Its standard input is our own pipe, as a child of any server has it. */
const attempts = spawn('perl', [fileURLToPath(new URL('./try.pl', import.meta.url)), folder, '--each'], {
  stdio: [0, 'pipe', 'inherit', 'pipe'],
})
const said = createInterface({ input: attempts.stdout })[Symbol.asyncIterator]()
attempts.stdio[3].on('error', () => undefined)
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
  'tools/call': async ({ arguments: { way } }) => ({ content: [{ type: 'text', text: await leave(way) }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const result = await answers[method](params)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}
attempts.stdio[3].end()

async function leave(way) {
  attempts.stdio[3].write(`${way}\n`)
  const { value } = await said.next()
  return value ?? 'ended: it tries nothing more'
}
