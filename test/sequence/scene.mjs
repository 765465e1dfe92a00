/** The world of the scripted agents: a folder with notes, a repository, tickets and a graph, the servers over it, live or in a copy. */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FIXTURES = fileURLToPath(new URL('../fixtures/servers/', import.meta.url))
const require = createRequire(import.meta.url)
const official = (name) =>
  join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js')

/** Entries of servers over a world, as a config has them. */
export function entriesFor(world, names) {
  const all = {
    files: { args: [official('server-filesystem'), world] },
    memory: { args: [official('server-memory')], env: { MEMORY_FILE_PATH: join(world, 'memory.jsonl') } },
    everything: { args: [official('server-everything'), 'stdio'] },
    tickets: { args: [join(FIXTURES, 'numbered-tickets.mjs'), world] },
    desk: { args: [join(FIXTURES, 'baskets.mjs'), world] },
    machine: { args: [join(FIXTURES, 'machine.mjs'), world] },
    board: { args: [join(FIXTURES, 'board.mjs'), world] },
    diary: { args: [join(FIXTURES, 'diary.mjs'), world] },
    parcels: { args: [join(FIXTURES, 'parcels.mjs'), world] },
    rows: { args: [join(FIXTURES, 'rows.mjs'), world] },
    git: {
      args: [require.resolve('@cyanheads/git-mcp-server/index.js')],
      env: {
        MCP_TRANSPORT_TYPE: 'stdio',
        MCP_LOG_LEVEL: 'error',
        LOGS_DIR: join(dirname(world), 'logs'),
        GIT_BASE_DIR: world,
      },
    },
  }
  return names.map((name) => {
    const { args, env = {} } = all[name]
    return {
      name,
      launch: {
        kind: 'stdio',
        command: process.execPath,
        args,
        env: { ...GIT, ...env, PATH: '/usr/local/bin:/usr/bin:/bin' },
      },
    }
  })
}

const GIT = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
}

export function settingsOf(world) {
  return (name) => (name === 'git' || name === 'memory' ? { folders: [world] } : {})
}

/** The same at each call, to the last byte but for its times. */
export function makeWorld(world) {
  rmSync(world, { recursive: true, force: true })
  const write = (path, text) => {
    mkdirSync(dirname(join(world, path)), { recursive: true })
    writeFileSync(join(world, path), text)
  }
  for (let n = 1; n <= 8; n++) write(`notes/n${n}.txt`, `note ${n}\nweight: ${n * 7}\n`)
  write('old/deep/a.txt', 'a\n')
  write('old/deep/b.txt', 'b\n')
  write('old/c.txt', 'c\n')
  write('empty/.keep', '')
  write(
    'tickets.json',
    `${JSON.stringify({ last: 40, tickets: [{ id: 'tk_000000000001', number: 40, title: 'first', body: '', version: 1, comments: [], links: [] }] }, null, 1)}\n`,
  )
  write(
    'memory.jsonl',
    `${JSON.stringify({ type: 'entity', name: 'Ann', entityType: 'person', observations: ['likes tea'] })}\n`,
  )
  write('repo/README.md', '# Repo\n')
  write('repo/src/main.txt', 'one\ntwo\n')
  write('repo/.gitignore', 'build/\n*.log\n')
  const git = (...args) =>
    execFileSync('git', ['-C', join(world, 'repo'), ...args], {
      env: {
        ...process.env,
        ...GIT,
        GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
        GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
      },
    })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('update-index', '-q', '--refresh')
}

/** With the times of its folders too: a server tells them, so that another one is a world that moved. */
export function copyWorld(from, to) {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  setFolderTimes(from, to)
}

function setFolderTimes(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) setFolderTimes(join(from, entry.name), join(to, entry.name))
  const { atime, mtime } = statSync(from)
  utimesSync(to, atime, mtime)
}

/** By path: as copies tell it. */
export function statesBelow(world, at = '') {
  const states = new Map()
  for (const entry of readdirSync(join(world, at), { withFileTypes: true })) {
    const path = join(at, entry.name)
    const { mode } = lstatSync(join(world, path))
    if (entry.isDirectory()) {
      if (!/\.git\/objects\/[0-9a-f]{2}$/.test(path))
        states.set(path, { kind: 'folder', mode: mode & 0o7777, bytes: 0 })
      for (const [below, state] of statesBelow(world, path)) states.set(below, state)
    } else if (entry.isSymbolicLink())
      states.set(path, { kind: 'link', mode: 0, bytes: 0, target: readlinkSync(join(world, path)) })
    else {
      const content = readFileSync(join(world, path))
      const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
      states.set(path, { kind: 'file', mode: mode & 0o7777, bytes: content.length, digest, content })
    }
  }
  return states
}

/** What is otherwise than before. */
export function changedStates(before, after) {
  const changed = new Map()
  for (const [path, state] of after)
    if (before.get(path)?.digest !== state.digest || before.get(path)?.kind !== state.kind)
      changed.set(path, state)
  for (const path of before.keys()) if (!after.has(path)) changed.set(path, undefined)
  return changed
}

/** Real servers, fresh. `call` resolves with the outcome. */
export async function startLive(entries) {
  const peers = new Map(
    await Promise.all(entries.map(async (entry) => [entry.name, await startPeer(entry.launch)])),
  )
  return {
    tools: [...peers].map(([server, peer]) => ({ server, tools: peer.tools })),
    async call({ server, tool, arguments: args }) {
      const answer = await peers
        .get(server)
        .ask('tools/call', { name: tool, ...(args === undefined ? {} : { arguments: args }) })
      return outcomeOf(answer)
    },
    async stop() {
      await Promise.all([...peers.values()].map((peer) => peer.stop()))
    },
  }
}

function outcomeOf({ result, error }) {
  if (error !== undefined) return { kind: 'rpc-error', code: error.code, message: error.message }
  const { isError, content = [], structuredContent } = result
  return {
    kind: isError === true ? 'tool-error' : 'result',
    content,
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
  }
}

async function startPeer({ command, args, env }) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map()
  let last = 0
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${args.join(' ')} ended before it answered`))
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return
    const message = JSON.parse(line)
    if (message.method !== undefined && message.id !== undefined) {
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } })}\n`,
      )
      return
    }
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    })
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'agents', version: '1' },
  })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = (await ask('tools/list', {})).result
  const stop = async () => {
    const over = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.end()
    child.kill('SIGTERM')
    await over
  }
  return { ask, tools, stop }
}

export { relative }
