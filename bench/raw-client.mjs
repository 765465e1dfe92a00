// The least that calls one tool: node raw-client.mjs TOOL ARGUMENTS COMMAND...
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [tool, args, command, ...rest] = process.argv.slice(2)
const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line)
  waiting.get(message.id)?.(message)
})
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const ask = (id, method, params) =>
  new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, method, params })
  })
const clientInfo = { name: 'raw', version: '1' }
await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
send({ method: 'notifications/initialized' })
console.log(JSON.stringify(await ask(2, 'tools/call', { name: tool, arguments: JSON.parse(args) })))
child.stdin.end()
