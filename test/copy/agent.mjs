/** An agent in a script, which is the client of a gateway; runs as a user who may harm nobody, and prints what it heard. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const [, , dist, , scenario, folder] = process.argv
if (process.getuid() === 0) throw new Error('refused: root makes no copies')
const { connectServer } = await import(`${dist}/session/index.js`)
const MAIN = `${dist}/joined/cli/main.js`

/** Through the real gateway, over standard input and output. */
async function connect(options, handlers = {}) {
  const args = [MAIN, 'gateway', '--config', join(folder, '.mcp.json'), ...options]
  const session = await connectServer(
    { command: process.execPath, args, cwd: folder },
    // Two fresh plays take their time on a busy machine.
    { clientInfo: { name: 'scripted agent', version: '1' }, handlers, timeoutMs: 110_000 },
  )
  const said = []
  return {
    said,
    session,
    async call(name, given = {}) {
      const outcome = await session.callTool(name, given)
      const text =
        outcome.kind === 'rpc-error' ? outcome.message : outcome.content.map((each) => each.text).join('\n')
      said.push([outcome.kind, text])
      return { ...outcome, text }
    },
    close: () => session.close(),
  }
}

/** Fifteen calls and more: files, a graph, a repository, and what one answer says in the next call. */
async function task({ call }) {
  const at = (name) => join(folder, 'work', name)
  await call('files__list_directory', { path: join(folder, 'work') })
  await call('files__read_text_file', { path: at('todo.md') })
  await call('files__write_file', { path: at('plan.md'), content: '# Plan\n' })
  await call('files__edit_file', { path: at('todo.md'), edits: [{ oldText: 'milk', newText: 'oat milk' }] })
  await call('files__create_directory', { path: at('done') })
  await call('files__move_file', { source: at('old.md'), destination: at('done/old.md') })
  await call('files__read_text_file', { path: at('missing.md') })
  await call('files__read_text_file', { path: at('done/old.md') })
  await call('memory__create_entities', {
    entities: [{ name: 'plan', entityType: 'file', observations: ['made'] }],
  })
  await call('memory__add_observations', { observations: [{ entityName: 'plan', contents: ['read'] }] })
  await call('memory__read_graph')
  await call('files__list_directory', { path: join(folder, 'work') })
  await call('files__read_text_file', { path: at('plan.md') })
}

/** A ticket, whose id is another one in each world, and stands in a file and in the name of another one. */
async function ticket({ call }) {
  const at = (name) => join(folder, 'work', name)
  await call('files__edit_file', { path: at('todo.md'), edits: [{ oldText: 'milk', newText: 'oat milk' }] })
  const { structured } = await call('tickets__create_ticket', { title: 'Plan the week', body: '' })
  const { id } = structured
  await call('files__write_file', {
    path: at('log.md'),
    content: `See ${id}, or ${id.slice(0, 9)} for short\n`,
  })
  await call('files__write_file', { path: at(`${id}.md`), content: 'The week\n' })
  await call('tickets__get_ticket', { id })
  return id
}

const scenarios = {
  /** The whole task, rehearsed and finished. */
  async rehearse() {
    const client = await connect(['--mode', 'dry'])
    await task(client)
    const { structured, text } = await client.call('finish_rehearsal')
    const instructions = client.session.instructions
    await client.close()
    return { said: client.said.slice(0, -1), told: structured, words: text, instructions }
  },

  /** A ticket rehearsed, and done for real after one yes of the person at the client; then one more call. */
  async apply() {
    const asked = []
    const client = await connect(['--mode', 'dry', '--apply', 'ask'], {
      'elicitation/create': ({ message }) => {
        asked.push(message)
        return { action: 'accept', content: { approve: true } }
      },
    })
    const id = await ticket(client)
    const { structured, text } = await client.call('finish_rehearsal')
    const { content } = await client.call('files__list_directory', { path: join(folder, 'work') })
    await client.close()
    return { id, asked, told: structured, words: text, news: content.map((each) => each.text) }
  },

  /** The same, made for real. */
  async live() {
    const client = await connect(['--no-store'])
    await ticket(client)
    await client.close()
    return { said: client.said }
  },

  /** Until its gateway is killed: prints which processes there are, and waits. */
  async killed() {
    const args = [MAIN, 'gateway', '--config', join(folder, '.mcp.json'), '--mode', 'dry']
    const gateway = spawn(process.execPath, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
    const send = (message) => gateway.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const answered = async () => String((await once(gateway.stdout, 'data'))[0])
    send({
      ...{ id: 0, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
    })
    await answered()
    send({ method: 'notifications/initialized' })
    for (const id of [1, 2, 3]) {
      const given = { path: join(folder, 'work', `${id}.md`), content: `${id}` }
      send({ id, method: 'tools/call', params: { name: 'files__write_file', arguments: given } })
      await answered()
    }
    gateway.kill('SIGKILL')
    await once(gateway, 'exit')
    return { killed: true }
  },
}

process.stdout.write(JSON.stringify(await scenarios[scenario]()))
