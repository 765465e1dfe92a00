/** Two filesystem servers in one copied world; prints what they said. See servers.test.ts. */
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const [, , dist, deno, folder] = process.argv
if (process.getuid() === 0) throw new Error('refused: root makes no copies')
const { createCopiedWorld } = await import(`${dist}/transport/copy/index.js`)
const server = join(
  dirname(createRequire(join(dist, 'x.js')).resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
)
const world = await createCopiedWorld({ denoPath: deno, roots: [folder] })
const [one, two] = await Promise.all([connect(), connect()])
const told = { first: await changed(), read: await call(one, 'read_text_file', { path: `${folder}/a.txt` }) }
await call(one, 'write_file', { path: `${folder}/b.txt`, content: 'x' })
told.wrote = await changed()
told.seenByOther = await call(two, 'list_directory', { path: folder })
await call(two, 'create_directory', { path: `${folder}/sub` })
await call(two, 'move_file', { source: `${folder}/b.txt`, destination: `${folder}/sub/c.txt` })
told.moved = await changed()
await one.transport.close()
await two.transport.close()
told.closed = await one.closed
told.others = await two.closed
told.attempts = world.networkAttempts()
await world.close()
process.stdout.write(JSON.stringify(told))

async function changed() {
  const changes = await world.changes()
  return changes
    .map(({ change, path }) => [change, relative(folder, path)])
    .sort(([a], [b]) => (a < b ? 1 : -1))
}

async function connect() {
  const transport = await world.start({ command: process.execPath, args: [server, folder] })
  const waiting = new Map()
  let end
  const closed = new Promise((resolve) => (end = resolve))
  transport.start({
    message: (message) => waiting.get(message.id)?.(message),
    noise: () => undefined,
    stderr: () => undefined,
    closed: ({ kind, exitCode, stderrTail }) => {
      if (kind !== 'closed-here') throw new Error(`a server ended: ${stderrTail.join(' ')}`)
      end({ kind, exitCode })
    },
  })
  const peer = { transport, closed, waiting, id: 0 }
  await ask(peer, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return peer
}

function ask(peer, method, params) {
  peer.id++
  const answer = new Promise((resolve) => peer.waiting.set(peer.id, resolve))
  void peer.transport.send({ jsonrpc: '2.0', id: peer.id, method, params })
  return answer
}

async function call(peer, name, args) {
  const { result } = await ask(peer, 'tools/call', { name, arguments: args })
  return result.content[0].text
}
