/**
 * Two gateways over HTTP on one PostgreSQL store, and clients of several principals that call, rehearse and read what was run, each time
 * at whichever gateway. The server behind says something new with every call, so that whoever has an answer of another is found out.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/joined/cli/main.js', import.meta.url))
const SERVER = fileURLToPath(new URL('../fixtures/servers/draws.mjs', import.meta.url))
const COLLECTOR = new URL('collect-garbage.mjs', import.meta.url).href
const PRINCIPALS = ['ann', 'bob', 'cleo', 'dan', 'eve']
/** Few, so that what was called is rehearsed soon. */
const SLOTS = 20

/** @returns what was done, `problems` in words, and the resident sizes in MB of both gateways after a tenth of the time and at the end */
export async function loadGateways({ store, seconds, clients }) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-load-'))
  const seen = { calls: 0, rehearsals: 0, fromRecordings: 0, reads: 0, problems: [] }
  /** Whose each answer is. */
  const owners = new Map()
  let gateways = []
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * clients })
  try {
    const tokens = PRINCIPALS.map((name) => ({ name, token: tokenOf(name) }))
    await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }))
    const mcpServers = { lottery: { command: process.execPath, args: [SERVER] } }
    await writeFile(join(folder, 'servers.json'), JSON.stringify({ mcpServers }))
    gateways = await Promise.all([1, 2].map(() => startGateway(folder, store)))
    const end = performance.now() + seconds * 1000
    const sizes = []
    const tenth = new Promise((resolve) => setTimeout(resolve, seconds * 100)).then(async () => {
      sizes.push(await Promise.all(gateways.map(residentMb)))
    })
    const world = { gateways, agent, owners, seen, end, ids: new Map() }
    await Promise.all([tenth, ...Array.from({ length: clients }, (_, n) => runClient(n, world))])
    sizes.push(await Promise.all(gateways.map(residentMb)))
    return { ...seen, sizes }
  } finally {
    agent.destroy()
    await Promise.all(gateways.map(stopGateway))
    await rm(folder, { recursive: true, force: true })
  }
}

async function startGateway(cwd, store) {
  const options = [
    '--config',
    'servers.json',
    '--copy',
    'never',
    '--tokens',
    'tokens.json',
    '--listen',
    '0',
    '--store',
    store,
  ]
  const node = ['--expose-gc', '--import', COLLECTOR]
  const child = spawn(process.execPath, [...node, MAIN, 'gateway', ...options], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: child.stderr })
  const [first] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  const [, url] = /at (http:\S+);/.exec(String(first)) ?? []
  if (url === undefined) throw new Error(`the gateway did not start: ${first}`)
  return { child, url, lines }
}

async function stopGateway({ child }) {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Every fourth client has a session, with one gateway; the others ask whichever. */
async function runClient(n, world) {
  const principal = PRINCIPALS[n % PRINCIPALS.length]
  const session = n % 4 === 0 ? await openSession(n, principal, world) : undefined
  for (let turn = 0; performance.now() < world.end; turn++) {
    const at = session?.gateway ?? world.gateways[(n + turn) % 2]
    try {
      await oneTurn({ n, turn, principal, session, at, world })
    } catch (failure) {
      world.seen.problems.push(`client ${n}: ${failure instanceof Error ? failure.message : failure}`)
      return
    }
  }
}

async function oneTurn({ n, turn, principal, session, at, world }) {
  const { seen, owners, ids } = world
  const slot = (n + turn * 7) % SLOTS
  const ask = (method, params) => send({ at, principal, session, method, params, world })
  const called = await ask('tools/call', { name: 'lottery__draw', arguments: { slot } })
  const { lot } = called.structuredContent ?? {}
  if (lot === undefined || owners.has(lot))
    throw new Error(`a call gave ${JSON.stringify(called).slice(0, 300)}`)
  owners.set(lot, principal)
  seen.calls++

  const workflow = { tasks: [{ id: 'a', tool: 'lottery:draw', arguments: { slot } }] }
  const rehearsed = await ask('tools/call', { name: 'execute_dag', arguments: { workflow, dry_run: true } })
  const [step] = rehearsed.structuredContent?.calls ?? []
  if (step === undefined) throw new Error(`a rehearsal gave ${JSON.stringify(rehearsed).slice(0, 300)}`)
  seen.rehearsals++
  if (step.source === 'recording') {
    seen.fromRecordings++
    // What others have just called may not be known here yet, but nothing is known to two.
    const owner = owners.get(step.value?.lot)
    if (owner !== undefined && owner !== principal)
      throw new Error(`${principal} saw a recording of ${owner}`)
  }

  const id = /understudy:\/\/runs\/(\w+)/.exec(JSON.stringify(rehearsed.content))?.[1]
  const other = [...ids].find(([name]) => name !== principal)
  ids.set(principal, id)
  const elsewhere = session === undefined ? world.gateways[(n + turn + 1) % 2] : at
  const read = (of) =>
    send({
      at: elsewhere,
      principal,
      session,
      method: 'resources/read',
      params: { uri: `understudy://runs/${of}` },
      world,
    })
  if (!JSON.stringify(await read(id)).includes('lottery:draw')) throw new Error('a run has no report')
  if (other !== undefined && !('refused' in (await read(other[1]))))
    throw new Error(`${principal} read a run of ${other[0]}`)
  seen.reads++
}

async function openSession(n, principal, world) {
  const gateway = world.gateways[(n / 4) % 2]
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'load', version: '1' },
  }
  const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  const { headers } = await post(
    gateway.url,
    { authorization: `Bearer ${tokenOf(principal)}` },
    body,
    world.agent,
  )
  return { gateway, id: headers['mcp-session-id'] }
}

let requests = 0

async function send({ at, principal, session, method, params, world }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = {
    ...{ jsonrpc: '2.0', id: ++requests, method },
    params: session === undefined ? { ...params, _meta } : params,
  }
  const era =
    session === undefined
      ? {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          'mcp-name': params.name ?? params.uri,
        }
      : { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session.id }
  const headers = { authorization: `Bearer ${tokenOf(principal)}`, ...era }
  const { status, text } = await post(at.url, headers, body, world.agent)
  const message = answerIn(text)
  if (message.error !== undefined && method === 'resources/read') return { refused: message.error }
  if (message.result === undefined) throw new Error(`status ${status}: ${text.slice(0, 300)}`)
  return message.result
}

/** The last of what came: logs come before it. */
function answerIn(text) {
  const events = [...text.matchAll(/^data: (\{.*)$/gm)]
  return JSON.parse(events.at(-1)?.[1] ?? text)
}

function post(url, headers, body, agent) {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers: all, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}

function tokenOf(name) {
  return `${name}-has-a-long-token`
}

/** NaN where there is no /proc. */
async function residentMb({ child, lines }) {
  const collected = new Promise((resolve) => {
    lines.on('line', (line) => line === 'collected' && resolve())
    child.once('exit', resolve)
  })
  child.kill('SIGUSR2')
  await collected
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
