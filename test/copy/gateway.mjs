/** A gateway whose rehearsals have copies, as a user who may harm nobody; prints what happened. See test/gateway/copies.test.ts. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [, , dist, , scenario, folder] = process.argv
if (process.getuid() === 0) throw new Error('refused: root makes no copies')
const { createGateway } = await import(`${dist}/joined/gateway/public.js`)
const { openMemoryStore } = await import(`${dist}/joined/recording/public.js`)
const { serveInMemory } = await import(`${dist}/server/index.js`)
const { openSession } = await import(`${dist}/session/index.js`)

const server = fileURLToPath(new URL('../fixtures/servers/desk.mjs', import.meta.url))
const config = {
  mcpServers: {
    desk: { command: process.execPath, args: [server, folder], env: { DESK_LOG: join(folder, 'calls.log') } },
  },
}
const WRITES = {
  tasks: [
    { id: 'old', tool: 'desk:read', arguments: { name: 'a.txt' } },
    {
      id: 'new',
      tool: 'desk:write',
      arguments: { name: 'b.txt', text: 'copied: $OUTPUT[old]' },
      depends_on: ['old'],
    },
    { id: 'gone', tool: 'desk:remove', arguments: { name: 'a.txt' }, depends_on: ['new'] },
    { id: 'none', tool: 'desk:read', arguments: { name: 'a.txt' }, depends_on: ['gone'] },
  ],
}

/** However slow the machine is. */
const PATIENCE_MS = 300_000

const LOOKS = {
  tasks: [
    { id: 'started', tool: 'desk:started', arguments: {} },
    { id: 'read', tool: 'desk:read', arguments: { name: 'a.txt' }, depends_on: ['started'] },
  ],
}

const scenarios = {
  /** What a client in a mode is told of a plan that writes. */
  async rehearse(mode) {
    const gateway = await createGateway({ config, cwd: folder, mode, patienceMs: PATIENCE_MS })
    const report = await gateway.executeDag(WRITES, { dry_run: true })
    const client = await connect(gateway)
    const told = await client.callTool('execute_dag', { workflow: WRITES, dry_run: true })
    const { contents } = await client.request('resources/read', {
      uri: /understudy:\/\/runs\/[\w-]+/.exec(told.content[0].text)[0],
    })
    await client.close()
    await gateway.close()
    return {
      report: facts(report),
      told: told.structured,
      words: told.content[0].text,
      kept: contents[0].text,
    }
  },

  /** A tool that asks for a person, and one that asks for the client's roots. */
  async asks() {
    const gateway = await createGateway({ config, cwd: folder })
    let refused = 0
    const roots = { roots: [{ uri: `file://${folder}`, name: 'desk' }] }
    const client = await connect(gateway, {
      handlers: {
        'roots/list': () => roots,
        'elicitation/create': () => {
          refused++
          return { action: 'cancel' }
        },
      },
    })
    const report = async (tool) => {
      const workflow = { tasks: [{ id: 'it', tool, arguments: {} }] }
      const { structured } = await client.callTool('execute_dag', { workflow, dry_run: true })
      return facts(structured).calls[0]
    }
    const told = { asked: await report('desk:ask'), roots: await report('desk:roots'), refused }
    await client.close()
    await gateway.close()
    return told
  },

  async roots(elsewhere) {
    const gateway = await createGateway({ config, cwd: folder })
    const handlers = { 'roots/list': () => ({ roots: [{ uri: `file://${elsewhere}` }] }) }
    const client = await connect(gateway, { handlers })
    const workflow = { tasks: [{ id: 'it', tool: 'desk:remove', arguments: { name: '../elsewhere/o.txt' } }] }
    const { content } = await client.callTool('execute_dag', { workflow, dry_run: true })
    const report = JSON.parse(/```json\n(.*?)\n```/s.exec(content[0].text)[1])
    await client.close()
    await gateway.close()
    return facts(report)
  },

  /** Whether each rehearsal got the server that stood ready, and what it read. */
  async spares() {
    const settings = join(folder, '..', 'settings.json')
    writeFileSync(settings, JSON.stringify({ servers: { desk: { memory: false } } }))
    const gateway = await createGateway({ config, cwd: folder, mode: 'live', settings })
    const told = {}
    const look = async (ready) => {
      const started = ready === undefined ? undefined : startOf(ready)
      const report = await gateway.executeDag(LOOKS, { dry_run: true })
      const [own, read] = report.calls.map(({ value }) => value)
      return { wasReady: own === started, read }
    }
    told.first = await look()
    let ready = await nextSpare()
    told.second = await look(ready)
    ready = await nextSpare(ready)
    writeFileSync(join(folder, 'a.txt'), 'edited')
    told.atOnce = await look(ready)
    ready = await nextSpare(ready)
    mkdirSync(join(folder, 'sub'))
    ready = await nextSpare(ready)
    told.madeAnew = await look(ready)
    ready = await nextSpare(ready)
    await gateway.callTool('desk:write', { name: 'a.txt', text: 'called' })
    told.afterCall = await look(ready)
    rmSync(join(folder, 'sub'), { recursive: true })
    await gateway.close()
    return { ...told, left: desks().length }
  },

  /** A client that looks at the tools, whose server makes a file when it starts: which calls found the world that they were listed in. */
  async listed() {
    const gateway = await createGateway(noting({}))
    const [client, other] = [await connect(gateway), await connect(gateway)]
    const { length: tools } = await client.listTools()
    let ready = startOf(await nextSpare())
    const call = async (name, args = {}) => (await client.callTool(name, args)).content[0].text
    const wasReady = (await call('desk__started')) === ready
    await call('finish_rehearsal')
    await other.listTools()
    ready = startOf(await nextSpare())
    writeFileSync(join(folder, 'a.txt'), 'edited')
    const afterEdit = {
      read: await call('desk__read', { name: 'a.txt' }),
      isAnew: (await call('desk__started')) !== ready,
    }
    const { contacted } = await gateway.executeDag(LOOKS, { dry_run: true })
    for (const session of [client, other]) await session.close()
    await gateway.close()
    return { tools, wasReady, afterEdit, contacted, left: desks().length }
  },

  /** Lists that no copy may tell: of a client to whom servers may list more, and of a server that has tried to reach the network. */
  async outside() {
    const told = {}
    const list = async (why, env, handlers = {}) => {
      const gateway = await createGateway(noting(env))
      const client = await connect(gateway, { handlers })
      const { length: tools } = await client.listTools()
      const { contacted } = await gateway.executeDag(LOOKS, { dry_run: true })
      await client.close()
      await gateway.close()
      told[why] = { tools, contacted, starts: readFileSync(join(folder, 'starts'), 'utf8') }
      rmSync(join(folder, 'starts'))
    }
    await list('asks', {}, { 'elicitation/create': () => ({ action: 'cancel' }) })
    await list('dials', { DESK_DIALS: '1' })
    return told
  },

  /** What a plan is blamed for of what its server did while it stood ready. */
  async idle() {
    const desk = { ...config.mcpServers.desk, env: { DESK_IDLE: 'idle.txt' } }
    const gateway = await createGateway({ config: { mcpServers: { desk } }, cwd: folder, mode: 'dry' })
    const client = await connect(gateway)
    await client.listTools()
    const ready = await nextSpare()
    while (!existsSync(`/proc/${ready}/root${folder}/idle.txt`))
      await new Promise((resolve) => setTimeout(resolve, 20))
    const report = await gateway.executeDag(LOOKS, { dry_run: true })
    await client.close()
    await gateway.close()
    return { files: facts(report).files }
  },

  /** What twins answer before their server is called, after it, and what the settings say of it. */
  async memory() {
    const quiet = { mcpServers: { desk: { ...config.mcpServers.desk, env: {} } } }
    const reads = [
      ['count', {}],
      ['read', { name: 'a.txt' }],
      ['write', { name: 'b.txt', text: 'x' }],
      ['read', { name: 'b.txt' }],
    ]
    const rehearse = async (gateway, calls) => {
      const tasks = calls.map(([tool, args], i) => ({
        ...{ id: `t${i}`, tool: `desk:${tool}`, arguments: args },
        ...(i === 0 ? {} : { depends_on: [`t${i - 1}`] }),
      }))
      const report = await gateway.executeDag({ tasks }, { dry_run: true })
      return report.calls.map(({ source, not_from_copy: why }) => [source, why ?? ''].join(' ').trim())
    }
    const told = {}
    const said = { rules: ['count', 'read'].map((tool) => ({ tools: `desk:${tool}`, effect: 'read' })) }
    const gateway = await createGateway({ config: quiet, cwd: folder, policy: said })
    told.uncalled = await rehearse(gateway, reads)
    await gateway.callTool('desk:read', { name: 'a.txt' })
    told.onlyRead = await rehearse(gateway, reads)
    await gateway.callTool('desk:add')
    told.called = await rehearse(gateway, reads)
    told.writeFirst = await rehearse(gateway, [['add', {}], ...reads.slice(1, 2)])
    await gateway.close()
    const heard = await createGateway({ config, cwd: folder })
    await heard.callTool('desk:add')
    await rehearse(heard, reads)
    told.heardLive = readFileSync(join(folder, 'calls.log'), 'utf8').trim().split('\n')
    await heard.close()
    const unsaid = await createGateway({ config: quiet, cwd: folder })
    await unsaid.callTool('desk:add')
    told.unsaid = await rehearse(unsaid, [...reads.slice(0, 2), ['read', { name: 'none.txt' }]])
    await unsaid.close()
    for (const memory of [true, false]) {
      const settings = join(folder, '..', `memory-${memory}.json`)
      writeFileSync(settings, JSON.stringify({ servers: { desk: { memory } } }))
      const other = await createGateway({ config: quiet, cwd: folder, settings })
      await other.callTool('desk:add')
      told[`said ${memory}`] = await rehearse(other, reads.slice(0, 2))
      await other.close()
    }
    return told
  },

  /** What a person is asked of a client's call, and what the client hears; then what a library is asked of a run. */
  async question() {
    const policy = { rules: [{ tools: 'desk:*', when_effect: ['write', 'destructive'], decision: 'ask' }] }
    const gateway = await createGateway({ config, cwd: folder, policy })
    const asked = []
    const client = await connect(gateway, {
      handlers: {
        'elicitation/create': ({ message }) => {
          asked.push(message)
          return { action: 'decline' }
        },
      },
    })
    const write = await client.callTool('desk__write', { name: 'a.txt', text: 'new $OUTPUT[x]\n' })
    const remove = await client.callTool('desk__remove', { name: 'none.txt' })
    const mute = await connect(gateway)
    const unasked = await mute.callTool('desk__remove', { name: 'a.txt' })
    for (const session of [client, mute]) await session.close()
    await gateway.close()
    const questions = []
    const approve = async ({ foresight }) => {
      questions.push(foresight)
      return { approved: true }
    }
    const other = await createGateway({ config, cwd: folder, policy, approve })
    const run = await other.executeDag({
      tasks: [{ id: 'it', tool: 'desk:remove', arguments: { name: 'a.txt' } }],
    })
    await other.close()
    const text = ({ content }) => content[0].text
    return { asked, heard: [write, remove, unasked].map(text), questions, ended: run.ended }
  },

  /** What rehearsals and questions saw, in a store that the gateway was given. */
  async keeps() {
    const store = openMemoryStore()
    const gateway = await createGateway({ config, cwd: folder, store })
    for (let time = 0; time < 2; time++) await gateway.executeDag(WRITES, { dry_run: true })
    await gateway.close()
    const kept = []
    for await (const { server, method, params } of store.list())
      if (method === 'understudy/observed-effect')
        kept.push([server, params.tool, params.effect, params.places])
    return { kept }
  },

  /** Until it is killed. */
  async killed() {
    const gateway = await createGateway({ config, cwd: folder, mode: 'dry' })
    await gateway.executeDag(LOOKS, { dry_run: true })
    await nextSpare()
    process.stdout.write(`${desks().length} stand ready\n`)
    await new Promise((resolve) => process.stdin.once('end', resolve).resume())
    return gateway.close()
  },

  /** Whatever a client may try, in a dry gateway that has copies: what its server has logged on the disk, and in a copy. */
  async canary(file) {
    const canary = fileURLToPath(new URL('../fixtures/servers/canary.mjs', import.meta.url))
    const notes = {
      command: process.execPath,
      args: [canary],
      env: { CANARY_LOG: join(folder, 'canary.log') },
    }
    const gateway = await createGateway({ config: { mcpServers: { notes } }, cwd: folder, mode: 'dry' })
    const client = await connect(gateway)
    let answered = 0
    for (const [name, args] of JSON.parse(readFileSync(file, 'utf8'))) {
      await client.callTool(name, args)
      answered++
    }
    const report = await gateway.executeDag(
      { tasks: [{ id: 'it', tool: 'notes:write_note', arguments: { id: 'copy', text: 'x' } }] },
      { dry_run: true },
    )
    await client.close()
    await gateway.close()
    return { answered, files: facts(report).files }
  },

  async always() {
    const settings = join(folder, 'settings.json')
    writeFileSync(settings, JSON.stringify({ servers: { desk: { copy: false } } }))
    const ask = { tasks: [{ id: 'it', tool: 'desk:read', arguments: { name: 'a.txt' } }] }
    const gateway = await createGateway({ config, cwd: folder, copy: 'always', settings })
    const refused = await gateway
      .executeDag(ask, { dry_run: true })
      .catch(({ code, message }) => [code, message])
    await gateway.close()
    const other = await createGateway({ config, cwd: folder, settings })
    const { copies, calls } = await other.executeDag(ask, { dry_run: true })
    await other.close()
    return { refused, without: { servers: copies.servers, source: calls[0].source } }
  },
}

/** A dry gateway of a server that notes each of its starts. */
function noting(env) {
  const desk = { ...config.mcpServers.desk, env: { ...env, DESK_STARTS: join(folder, 'starts') } }
  return { config: { mcpServers: { desk } }, cwd: folder, mode: 'dry', patienceMs: PATIENCE_MS }
}

function facts({ verdict, calls, effects, copies, contacted, timing }) {
  return {
    ...{ verdict, contacted, isTimed: timing?.copies_ms >= 0, copies },
    calls: calls.map(({ tool, source, outcome, value, not_from_copy: why }) => [
      tool,
      source,
      outcome,
      value,
      ...(why === undefined ? [] : [why]),
    ]),
    files: effects?.files.map(({ path, change, diff }) => [change, path, diff]),
    own: effects?.own,
  }
}

/** Processes of the server: of all that this user runs, those that were given the folder. */
function desks() {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [, script, given] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return script === server && given === folder
    } catch {
      // No process, or one that is gone.
      return false
    }
  })
}

function startOf(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
}

/** Resolves with the process of a spare that is none of those. */
async function nextSpare(before) {
  for (;;) {
    const inCopies = desks().filter((pid) => ![undefined, mountsOf('self')].includes(mountsOf(pid)))
    const fresh = inCopies.find((pid) => pid !== before)
    if (fresh !== undefined && inCopies.length === 1) return fresh
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Undefined for a process that is gone. */
function mountsOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    return undefined
  }
}

function connect({ service }, options = {}) {
  return openSession({
    clientInfo: { name: 'a test', version: '1' },
    transport: serveInMemory(service),
    ...options,
  })
}

const result = await scenarios[scenario](...process.argv.slice(6))
const disk = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
)
process.stdout.write(JSON.stringify({ ...result, disk }))
