/** Plays an agent live and in copies, makes its sequence, and applies it: what came of it, as JSON. Root drops to a user before it. */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { agentsFor } from './agents.mjs'
import { foreignAgents } from './foreign-agents.mjs'
import { laterAgents } from './later-agents.mjs'
import { lookingAgents } from './looking-agents.mjs'
import { moveOnTheWay, movesFor } from './moves.mjs'
import { parcelAgents } from './parcel-agents.mjs'
import {
  changedStates,
  copyWorld,
  entriesFor,
  makeWorld,
  settingsOf,
  startLive,
  statesBelow,
} from './scene.mjs'
import { strangeAgents } from './strange-agents.mjs'
import { unseenAgents } from './unseen-agents.mjs'

const dist = new URL('../../dist/', import.meta.url)
const load = (path) => import(new URL(path, dist).href)
const { copyServers } = await load('copy/index.js')
const { inOrderSeen, makeSequence, namedPaths, replaySession, readSequence, writeSequence, worldFactsOf } =
  await load('sequence/index.js')
const { executeSequence, lookAtFacts, movedFacts } = await load('execution/index.js')
const { toldValue } = await load('call/index.js')
const { SET_IN_COPIES } = await load('base/index.js')
const { compareEnds } = await load('sequence/end-state.js')
const { compareValues } = await load('sequence/compare-values.js')
const { measuredIn } = await load('sequence/measured.js')
const { createOwnMap } = await load('sequence/own-map.js')

const hash = (name, text) => createHash(name).update(text).digest('hex')
export const SECOND_MS = 1_100
/** As `assess.ts` has it. */
const LONG_AGO_MS = 3_467_471_000
const isFolder = (path) => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

export async function playAgent(agent, { folder, world }) {
  const entries = agent.entries ?? entriesFor(world, agent.servers)
  makeWorld(world)
  // Whoever lists tools starts a server on the disk, and some make a file then.
  await (await startLive(entries)).stop()
  const kept = join(folder, 'kept')
  copyWorld(world, kept)
  copyWorld(kept, world)
  const before = statesBelow(world)
  const live = await runLive(agent, entries)
  const liveEnd = changedStates(before, statesBelow(world))
  copyWorld(kept, world)

  const prepared = await copyServers(entries, { settingsOf: settingsOf(world), baseDir: folder })
  try {
    return await playPrepared(agent, { folder, world, kept, entries, before, live, liveEnd, prepared })
  } finally {
    await prepared[Symbol.asyncDispose]()
  }
}

async function playPrepared(agent, { folder, world, kept, entries, before, live, liveEnd, prepared }) {
  if (prepared.notCopied.length > 0) throw new Error(JSON.stringify(prepared.notCopied))
  const fromMs = Date.now()
  const session = await recordSession(agent, prepared)
  const plays = []
  let making
  do {
    plays.push(await replayIn(prepared, session, { folder, number: plays.length }))
    if (plays.length >= 2)
      making = makeSequence(session, plays, {
        ...{ isFolder, onlyInCopies: SET_IN_COPIES },
        during: { fromMs, toMs: Date.now() },
      })
  } while (making === undefined || making.kind === 'another-play')
  const told = {
    name: agent.name,
    not: agent.not,
    calls: session.calls.length,
    live: live.length,
    plays: plays.length,
    kind: making.kind,
  }
  if (changedStates(before, statesBelow(world)).size > 0)
    return { ...told, wrong: 'the disk moved while it was played' }
  if (making.kind !== 'appliable') return { ...told, reasons: making.reasons }

  const facts = worldFactsOf(session, {
    own: making.sequence.own,
    resolve: (path) => resolve(folder, path),
    plays,
  })
  const sequence = readSequence(
    writeSequence({ ...making.sequence, world: await lookAtFacts(facts) }),
  ).sequence
  copyWorld(kept, world)
  const moved = []
  for (const move of movesFor(sequence, world)) {
    copyWorld(kept, world)
    move.change()
    moved.push({ name: move.name, stops: move.stops, facts: await movedFacts(sequence.world) })
  }
  const onTheWay = await movedOnTheWay(sequence, entries, { kept, world })
  copyWorld(kept, world)
  const disk = await movedFacts(sequence.world)
  const answers = []
  const end = await applyLive(sequence, entries, () => undefined, answers)
  const { map, other } = compareAnswersOf(live, answers)
  const left = changedStates(before, statesBelow(world))
  const compared = compareEnds(liveEnd, left, map)
  const applied = other === undefined ? compared : { kind: 'other', why: other }
  const isUndone = left.size === 0 && isBeforeEffects(sequence, end)
  return {
    ...{ ...told, moved, onTheWay, disk, end, applied: applied.kind, why: applied.why, sequence },
    stopped: disk.length > 0 ? disk[0] : isUndone ? end.why : undefined,
  }
}

/** Whether it was told and stopped with nothing but reads made, the call included that was answered otherwise. */
function isBeforeEffects({ steps }, { ended, deviatedAt, why }) {
  return (
    ended !== 'completed' &&
    why !== undefined &&
    deviatedAt !== undefined &&
    steps.slice(0, deviatedAt).every(({ read }) => read === true)
  )
}

async function runLive(agent, entries) {
  const servers = await startLive(entries)
  const calls = []
  try {
    await agent.run(
      async (server, tool, args) => {
        const call = { n: calls.length + 1, server, tool, arguments: args, changes: [] }
        calls.push(call)
        const outcome = await servers.call({ server, tool, arguments: args })
        Object.assign(call, { end: { kind: 'answered', outcome } })
        return toldValue(outcome)
      },
      { hash },
    )
  } finally {
    await servers.stop()
  }
  return calls
}

/** One to one: what one run called so, the other one calls otherwise everywhere. */
function compareAnswersOf(live, applied) {
  const map = createOwnMap()
  const measured = measuredIn({ calls: live })
  for (const [i, { end }] of live.entries()) {
    const compared = compareValues(toldValue(end.outcome), applied[i] ?? null, { map, ...measured })
    if (compared.kind === 'other') return { map, other: `call ${i + 1}: ${compared.why}` }
  }
  return { map }
}

async function recordSession(agent, prepared) {
  const world = await prepared.open()
  const reads = new Set(
    prepared.tools.flatMap(({ server, tools }) =>
      tools.flatMap(({ name, annotations }) =>
        annotations?.readOnlyHint === true ? [`${server}:${name}`] : [],
      ),
    ),
  )
  const calls = []
  const order = []
  let [group, open] = [0, 0]
  await agent.run(
    async (server, tool, args) => {
      const n = calls.length + 1
      if (open === 0) group++
      open++
      const own = group
      const call = { n, server, tool, arguments: args, isRead: reads.has(`${server}:${tool}`), group: own }
      calls.push(call)
      const answer = await world.call({ n, server, tool, arguments: args })
      open--
      order.push(n)
      Object.assign(call, playedEnd(answer))
      return call.end.kind === 'answered' ? toldValue(call.end.outcome) : ''
    },
    { hash },
  )
  const sizes = new Map()
  for (const call of calls) sizes.set(call.group, (sizes.get(call.group) ?? 0) + 1)
  const played = calls.map(({ group: own, ...call }) => ({
    ...call,
    ...(sizes.get(own) > 1 ? { together: own } : {}),
  }))
  return { calls: inOrderSeen(played, ({ n }) => order.indexOf(n)), late: await ended(world) }
}

/** In turn before the world is opened and in it, as `assess.ts` has it: servers run for another time then. */
async function replayIn(prepared, session, { folder, number }) {
  const pause = () => new Promise((done) => setTimeout(done, SECOND_MS))
  if (number % 2 === 0) await pause()
  const world = await prepared.open()
  const paths = namedPaths(session).map((path) => resolve(folder, path))
  await world.setAccessTimes(paths, Date.now() - (number + 1) * LONG_AGO_MS)
  if (number % 2 === 1) await pause()
  return replaySession(session, {
    call: async (call) => playedEnd(await world.call(call)),
    end: () => ended(world),
  })
}

async function ended(world) {
  const late = await world.end()
  await world[Symbol.asyncDispose]()
  return late
}

function playedEnd({ outcome, broke, changes }) {
  const end =
    outcome === undefined
      ? { kind: 'unanswered', why: broke ?? 'nobody answered' }
      : { kind: 'answered', outcome }
  return { end, changes }
}

/** What a call reads is edited right before it: nothing may be called after it and those that were made at once with it. */
async function movedOnTheWay(sequence, entries, { kept, world }) {
  const move = moveOnTheWay(sequence)
  if (move === undefined) return undefined
  copyWorld(kept, world)
  const made = []
  const end = await applyLive(sequence, entries, ({ n }) => {
    made.push(n)
    if (n === move.call) appendFileSync(move.path, 'theirs\n')
  })
  // Calls of one group are under way by then.
  const last = sequence.steps.findLastIndex(
    ({ together }, i) =>
      i === move.call - 1 || (together !== undefined && together === sequence.steps[move.call - 1].together),
  )
  const ok = end.deviatedAt !== undefined && end.deviatedAt <= last + 1 && Math.max(...made) <= last + 1
  return { call: move.call, ok }
}

async function applyLive(sequence, entries, before = () => undefined, answers = []) {
  const servers = await startLive(entries)
  try {
    return await executeSequence(sequence, {
      sites: [],
      async call(call) {
        before(call)
        const outcome = await servers.call(call)
        answers[call.n - 1] = toldValue(outcome)
        return { outcome, provenance: { source: 'live' } }
      },
    })
  } finally {
    await servers.stop()
  }
}

const LIMIT_MS = 20 * 60_000
const TOO_LONG = 'Error: it was not over within 20 minutes'

/** Against a server that hangs, not against a slow machine. */
async function withinLimit(work) {
  let timer
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject({ stack: TOO_LONG }), LIMIT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

function print(told) {
  process.stdout.write(`${JSON.stringify(told)}\n`)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  if (process.getuid() === 0) throw new Error('refused: root plays no agents here')
  const [, , folder, wanted = ''] = process.argv
  const world = join(folder, 'world')
  mkdirSync(world, { recursive: true })
  const agents = [
    ...agentsFor(world),
    ...unseenAgents(world),
    ...foreignAgents(world),
    ...laterAgents(world),
    ...lookingAgents(world),
    ...strangeAgents(world),
    ...parcelAgents(world),
  ].filter(({ name }) => name.includes(wanted))
  print({ agents: agents.length })
  for (const agent of agents) {
    const told = await withinLimit(playAgent(agent, { folder, world })).catch((failure) => ({
      name: agent.name,
      not: agent.not,
      crashed: String(failure?.stack ?? failure),
    }))
    const { sequence, ...shown } = told
    if (process.env.KEEP !== undefined && sequence !== undefined)
      writeFileSync(join(folder, 'last.json'), writeSequence(sequence))
    print(shown)
    // What it began goes on, in a world that the next one would share.
    if (told.crashed === TOO_LONG) process.exit(1)
  }
  rmSync(world, { recursive: true, force: true })
}
