// Clients that are wrong, each in its way: `node bad.mjs WAY SERVER…`. They start the server, so that there is one to leave behind.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

const [, , way, command, ...args] = process.argv
const WAYS = {
  hangs: () => setInterval(() => undefined, 1000),
  'prints a constant': () => print('hi there'),
  'says nothing': () => undefined,
  'fails without a word': () => {
    process.exitCode = 1
  },
  crashes: () => {
    throw new Error('nobody catches this')
  },
  'dies by a signal': () => process.kill(process.pid, 'SIGKILL'),
  'takes the first line that has a text': () => ask(/"text":"([^"]*)"/),
  'sends another message': () => ask(/"text":"([^"]*)"/, 'ho'),
  'leaves the server': async () => {
    spawn(command, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    // The server has told of itself.
    while (!existsSync(join(args.at(-1), 'pids'))) await setTimeout(20)
    process.stderr.write('given up\n')
    process.exit(1)
  },
}
await WAYS[way]()

/** Takes no heed of ids: the next line that has a text is the answer. */
async function ask(answer, message = 'hi') {
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const send = (method, params) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
  send('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'b', version: '1' },
  })
  send('tools/call', { name: 'echo', arguments: { message } })
  for await (const line of createInterface({ input: server.stdout })) {
    const [, text] = answer.exec(line) ?? []
    if (text === undefined) continue
    print(text)
    break
  }
  server.stdin.end()
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
