/** What `soak-applied.mjs` plays, as a user who may harm nobody: `FOLDER kills 60 moved 30` and so on. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HARMLESS, MOVED, UNDERWAY } from './applied-moves.mjs'
import { copyWorld } from './scene.mjs'

if (process.getuid() === 0) throw new Error('refused: root applies nothing here')
const [, , folder, ...asked] = process.argv
const require = createRequire(import.meta.url)
const MAIN = fileURLToPath(new URL('../../dist/joined/cli/main.js', import.meta.url))
const LEDGER = fileURLToPath(new URL('../fixtures/servers/ledger.mjs', import.meta.url))
const FILES = join(
  dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
)
const { connectServer } = await import(new URL('../../dist/session/index.js', import.meta.url).href)
const home = join(folder, 'home')
const world = join(home, 'work')
const effects = join(folder, 'effects.log')
const f = (path) => join(world, path)

makeHome()
const session = await rehearse()
const base = join(folder, 'base')
copyWorld(home, base)
const reference = await applied()
if (reference.exit !== 0) throw new Error(`The session cannot be applied at all: ${reference.said}`)
const wanted = endOf()
const GROUPS = {
  kills: killed,
  moved: movedBefore,
  underway: movedOnTheWay,
  harmless,
  rehearsing: killedGateway,
}
let isWrong = false
for (let at = 0; at < asked.length; at += 2)
  isWrong = (await play(asked[at], Number(asked[at + 1]))) || isWrong
process.exitCode = isWrong ? 1 : 0

async function play(group, count) {
  const counts = new Map()
  let bad = 0
  for (let n = 0; n < count; n++) {
    copyWorld(base, home)
    writeFileSync(effects, '')
    rmSync(join(folder, 'outsider.json'), { force: true })
    const { name, ok, came, why } = await GROUPS[group](n).catch((failure) => ({
      ...{ name: `${group} ${n + 1}`, ok: false, came: 'crashed' },
      why: String(failure?.stack ?? failure),
    }))
    counts.set(came, (counts.get(came) ?? 0) + 1)
    if (!ok) bad++
    print(`[${n + 1}/${count}] ${ok ? 'ok ' : '!! '} ${group}: ${name}: ${came}${ok ? '' : `: ${why}`}`)
  }
  print(`${group}: ${count - bad} of ${count} as they should be`)
  for (const [came, times] of [...counts].sort()) print(`  ${came}: ${times}`)
  return bad > 0
}

/** Killed once so much has happened in the world; what was under way is settled by what really came of it. */
async function killed(n) {
  const events = 1 + (n % 20)
  const applying = startApply()
  let seen = 0
  const kill = () => {
    if (++seen === events) setTimeout(() => killRun(applying), [0, 0, 2, 5, 11][n % 5])
  }
  const watchers = [watch(world, { recursive: true }, kill), watch(effects, kill)]
  const { exit } = await applying.over
  for (const each of watchers) each.close()
  await nobodyLeft()
  const name = `after ${events} events`
  if (exit === 0) return judged(name, 'it was over before')
  const [run] = await listed('runs')
  if (run === undefined) {
    if (readEffects().length > 0 || startOf() !== endOf())
      return { name, ok: false, came: 'wrong', why: 'done, and no run is kept' }
    const again = await applied()
    return judged(name, 'before the first effect', again)
  }
  let doubts = 0
  for (let turn = 0; turn < 12; turn++) {
    const { calls, state } = JSON.parse((await understudy(['runs', 'show', run.id, '--format', 'json'])).said)
    if (state === 'done') break
    const doubt = calls.find((each) => each.state === 'in doubt')
    if (doubt !== undefined) doubts++
    const resumed = await understudy(['runs', 'resume', run.id, '--config', '.mcp.json', ...settled(doubt)])
    if (resumed.exit === 0) break
    if (doubt === undefined && resumed.exit !== 4)
      return { name, ok: false, came: 'not resumed', why: `exit ${resumed.exit}: ${resumed.said}` }
  }
  return judged(name, doubts > 0 ? 'resumed, one call in doubt' : 'resumed')
}

/** By what is seen of it outside: the person who looks. */
function settled(doubt) {
  if (doubt === undefined) return []
  const { call, tool, arguments: args } = doubt
  const answer = happened(tool, args)
  return answer === undefined
    ? ['--never-happened', String(call)]
    : ['--happened', String(call), '--answer', JSON.stringify(answer)]
}

function happened(tool, args) {
  if (tool === 'ledger:add' || tool === 'ledger:close')
    return readEffects().find(
      (each) => tool.endsWith(each.name) && JSON.stringify(each.args) === JSON.stringify(args),
    )?.said
  const isDone = {
    'files:write_file': () => existsSync(args.path) && readFileSync(args.path, 'utf8') === args.content,
    'files:create_directory': () => existsSync(args.path),
    'files:move_file': () => existsSync(args.destination),
    'files:edit_file': () => readFileSync(args.path, 'utf8').includes(args.edits[0].newText),
  }[tool]
  if (isDone === undefined || !isDone()) return undefined
  const said = session.find((each) => each.tool === tool && shapeOf(each.args) === shapeOf(args))?.said
  return { content: inNames(said.content) }
}

/** What the session said, in the names of now. */
function inNames(text) {
  const now = readEffects().flatMap(({ said }) => said.id ?? [])
  const then = session.flatMap(({ said }) => said?.id ?? [])
  return then.reduce((all, id, i) => all.replaceAll(id, now[i] ?? id), text)
}

function shapeOf(args) {
  return JSON.stringify(args).replace(/en_[0-9a-f]{12}/g, 'ID')
}

function judged(name, came, last) {
  const found = endOf()
  const times = readEffects().length
  const expected = reference.effects.length
  const ok = found === wanted && times === expected && (last === undefined || last.exit === 0)
  return {
    ...{ name, ok, came },
    why: `${times} effects of ${expected}; ${last?.exit ?? ''} ${found === wanted ? '' : `the end is otherwise: ${differing(found)}`}`,
  }
}

function differing(found) {
  const [a, b] = [wanted.split('\n'), found.split('\n')]
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `-${line}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+${line}`),
  ].join(' ')
}

async function movedBefore(n) {
  const move = MOVED[n % MOVED.length]
  await move.change({ world, home, f })
  const before = statesOf()
  const { exit, said } = await applied()
  const runs = await listed('runs')
  const isLeft = before === statesOf() && readEffects().length === 0 && runs.length === 0
  return {
    name: move.name,
    ok: exit !== 0 && isLeft,
    came: exit === 0 ? 'applied' : isLeft ? 'nothing was done' : 'something was done',
    why: said.slice(-600),
  }
}

async function movedOnTheWay(n) {
  const move = UNDERWAY[n % UNDERWAY.length]
  writeFileSync(join(folder, 'outsider.json'), JSON.stringify(move))
  const { exit, said } = await applied()
  const made = readEffects().length
  const isStopped = exit === 4 && made <= move.most && move.absent.every((path) => !existsSync(f(path)))
  return {
    name: move.name,
    ok: isStopped && made >= move.after,
    came: isStopped
      ? made >= move.after
        ? 'stopped at the answer that shows it'
        : 'never begun'
      : 'not stopped in time',
    why: `exit ${exit}, ${made} effects: ${said.slice(-600)}`,
  }
}

async function harmless(n) {
  const move = HARMLESS[n % HARMLESS.length]
  await move.change({ world, home, f })
  const { exit, said } = await applied()
  const made = readEffects().length
  const ok = exit === 0 && made === reference.effects.length
  return { name: move.name, ok, came: ok ? 'applied' : 'stopped', why: `exit ${exit}: ${said.slice(-600)}` }
}

function makeHome() {
  const write = (path, text) => {
    mkdirSync(dirname(f(path)), { recursive: true })
    writeFileSync(f(path), text)
  }
  for (const name of ['a', 'b', 'c', 'd']) write(`notes/${name}.md`, `# ${name}\nweight: 7\n`)
  write('old/x.txt', 'x\n')
  write(
    'ledger.json',
    `${JSON.stringify({ last: 6, entries: [{ id: 'en_000000000001', number: 6, text: 'first', open: true }] }, null, 1)}\n`,
  )
  writeFileSync(effects, '')
  writeFileSync(join(home, 'policy.yaml'), 'rules: []\n')
  const mcpServers = {
    files: { command: process.execPath, args: [FILES, world] },
    ledger: {
      command: process.execPath,
      args: [LEDGER, world, effects],
      env: { LEDGER_GREETING: 'entered' },
    },
  }
  writeFileSync(join(home, '.mcp.json'), JSON.stringify({ mcpServers }))
}

/** The gateway is killed once so many calls were answered, with another one under way. */
async function killedGateway(n) {
  const most = n % 16
  const before = statesOf()
  const answered = []
  const isOver = await rehearse({ answered, onCall: () => kill() }).then(
    () => true,
    () => false,
  )
  await nobodyLeft()
  const rehearsals = await listed('rehearsals')
  const latest = rehearsals.find(({ id }) => id !== session.id)
  const shown =
    latest === undefined
      ? { calls: [] }
      : JSON.parse((await understudy(['rehearsals', 'show', latest.id, '--format', 'json'])).said)
  const isKept = answered.every(({ tool, args }, i) => {
    const kept = shown.calls[i]
    return kept?.tool === tool && JSON.stringify(kept.arguments) === JSON.stringify(args)
  })
  const isLeft = before === statesOf() && readEffects().length === 0
  return {
    name: `after ${answered.length} answers`,
    ok: isKept && isLeft,
    came: isOver ? 'it was over before' : isKept ? 'all answered calls are there' : 'a call is lost',
    why: `${answered.length} answered, ${shown.calls.length} kept${isLeft ? '' : ', and the disk is otherwise'}`,
  }

  function kill() {
    if (answered.length === most) setTimeout(killRun, [0, 3, 10, 30, 80][n % 5])
  }
}

/** The agent: each call hangs on what was said before. Resolves with what was called and said. */
async function rehearse({ answered: calls = [], onCall = () => undefined } = {}) {
  rmSync(join(folder, 'pid'), { force: true })
  const gateway = `exec ${process.execPath} ${MAIN} gateway --config .mcp.json --mode dry --policy policy.yaml`
  const client = await connectServer(
    { command: 'sh', args: ['-c', `echo $$ >${folder}/pid; ${gateway}`], cwd: home },
    { clientInfo: { name: 'scripted agent', version: '1' }, timeoutMs: 600_000 },
  )
  const call = async (server, tool, args) => {
    onCall()
    const { structured, content } = await client.callTool(`${server}__${tool}`, args)
    calls.push({ tool: `${server}:${tool}`, args, said: structured })
    return structured ?? content[0].text
  }
  try {
    await call('files', 'read_text_file', { path: f('notes/a.md') })
    const one = await call('ledger', 'add', { text: 'paint' })
    await call('files', 'write_file', { path: f(`notes/${one.id}.md`), content: `# ${one.id}\n` })
    await call('files', 'edit_file', {
      path: f('notes/a.md'),
      edits: [{ oldText: 'weight: 7', newText: `weight: 70 (${one.id})` }],
    })
    await call('files', 'read_text_file', { path: f('notes/b.md') })
    const two = await call('ledger', 'add', { text: `after ${one.id}` })
    await call('files', 'read_text_file', { path: f('notes/c.md') })
    await call('files', 'create_directory', { path: f('done') })
    await call('ledger', 'close', { id: one.id })
    await call('files', 'read_text_file', { path: f('notes/none.md') })
    await call('files', 'move_file', { source: f('old'), destination: f('done/old') })
    const three = await call('ledger', 'add', { text: `see ${two.id.slice(0, 9)}` })
    await call('files', 'list_directory', { path: f('done') })
    await call('files', 'write_file', { path: f('end.md'), content: `${one.id} ${two.id} ${three.id}\n` })
    await call('ledger', 'list', {})
    onCall()
    const { structured } = await client.callTool('finish_rehearsal', {})
    if (structured?.appliable !== true) throw new Error(`Not appliable: ${JSON.stringify(structured)}`)
    calls.id = structured.rehearsal
  } finally {
    await client.close()
  }
  return calls
}

/** At a terminal, whose person says yes. `over` resolves with its exit code, null for a killed one. */
function startApply() {
  const command = `echo $$ >${folder}/pid; exec ${process.execPath} ${MAIN} rehearsals apply ${session.id}`
  rmSync(join(folder, 'pid'), { force: true })
  const child = spawn('script', ['-qec', `sh -c '${command}'`, '/dev/null'], {
    cwd: home,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.write('y\n')
  return { child, over: once(child, 'exit').then(([exit]) => ({ exit, said })) }
}

async function applied() {
  const { exit, said } = await startApply().over
  await nobodyLeft()
  return { exit, said, effects: readEffects() }
}

function killRun() {
  try {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL')
  } catch {
    // It was over before.
  }
}

async function understudy(words) {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (complained += chunk))
  const [exit] = await once(child, 'close')
  return { exit, said: said || complained }
}

async function listed(what) {
  return JSON.parse((await understudy([what, 'list', '--format', 'json'])).said)
}

/** Every process that runs for this world has ended, servers and copies too. */
async function nobodyLeft() {
  for (let tries = 0; tries < 2400; tries++) {
    if (!readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && pid !== String(process.pid) && isOurs(pid)))
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('A process is left')
}

function isOurs(pid) {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`).startsWith(home) ||
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(world)
    )
  } catch {
    // It has ended, or is another user's.
    return false
  }
}

function readEffects() {
  return readFileSync(effects, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** With ids in the order of their making. */
function endOf(at = world) {
  const ids = readEffects().flatMap(({ said }) => said.id ?? [])
  const named = (text) =>
    ids.reduce((all, id, i) => all.replaceAll(id, `ID${i}`).replaceAll(id.slice(0, 9), `SHORT${i}`), text)
  return filesBelow(at)
    .map(([path, text]) => JSON.stringify([named(path), named(text)]))
    .sort()
    .join('\n')
}

function startOf() {
  return endOf(join(base, 'work'))
}

function statesOf() {
  return filesBelow(world)
    .map(([path, text]) => `${path} ${createHash('sha256').update(text).digest('hex')}`)
    .join('\n')
}

function filesBelow(at, path = '') {
  return readdirSync(join(at, path), { withFileTypes: true }).flatMap((entry) => {
    const name = join(path, entry.name)
    if (entry.isDirectory()) return [[name, 'folder'], ...filesBelow(at, name)]
    return [
      [name, entry.isSymbolicLink() ? readlinkSync(join(at, name)) : readFileSync(join(at, name), 'utf8')],
    ]
  })
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
