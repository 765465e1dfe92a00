/** Random plans, killed at random moments and gone on with until they are over, against the same plan that nobody disturbs. */
import { seededRandom } from '../../src/base/index.js'
import { type JournaledCall, settledAnswer } from '../../src/journal/index.js'
import { createWorld, type World } from './five-servers.js'
import type { Owner, OwnerEnd, OwnerOrder } from './owners.js'
import { type RandomPlan, randomPlan } from './random-plans.js'

export interface Judged {
  readonly servers: readonly string[]
  readonly bound: boolean
  readonly kills: number
  /** Kills of owners that waited for a person. */
  readonly killsWhileWaiting: number
  /** Times that a person said yes. */
  readonly approvals: number
  /** Calls in doubt. */
  readonly named: number
  /** Effects that happened in calls that were named. */
  readonly namedAndMade: number
}

/**
 * Kills the owner at random, goes on, and settles what is in doubt by what the servers heard, until the run is over.
 * @throws Error when an effect happened twice, is missing, or was not asked for; when the world is another than that of the run that
 *   nobody disturbs; when a kill left more in doubt than effects leave together
 */
export async function killAndGoOn(seed: number): Promise<Judged> {
  const plan = randomPlan(seed)
  const expected = await runUndisturbed(plan, seed)
  await using world = await createWorld(plan.servers)
  const judged = await runDisturbed(world, plan, seed)
  const found = { heard: [...world.heard()].sort(), state: sorted(world.state()) }
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`seed ${seed}: ${JSON.stringify({ found, expected }, undefined, 1)}`)
  return judged
}

interface WorldThen {
  readonly heard: readonly string[]
  readonly state: object
}

async function runUndisturbed(plan: RandomPlan, seed: number): Promise<WorldThen> {
  await using world = await createWorld(plan.servers)
  const owner = world.start(orderOf(world, plan))
  const stop = watchPerson(owner, world, { id: '', kills: () => false })
  const end = await owner.ended
  await stop()
  if (end.report?.ended !== 'completed') throw new Error(`seed ${seed}: undisturbed, ${told(end)}`)
  await world.settled()
  return { heard: [...world.heard()].sort(), state: sorted(world.state()) }
}

async function runDisturbed(world: World, plan: RandomPlan, seed: number): Promise<Judged> {
  const random = seededRandom(`kills of ${seed}`)
  const count = { kills: 0, killsWhileWaiting: 0, approvals: 0, named: 0, namedAndMade: 0 }
  const order = orderOf(world, plan)
  let id = ''
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    const kills = random.next() < 0.75 && count.kills < 3
    const owner = world.start(
      id === '' ? order : { verb: 'resume', id, policy: order.policy ?? {}, env: SLOWLY },
    )
    const after = world.heard().length + random.integer(0, 3)
    const giveUp = kills ? killSoon(owner, world, { after, pauseMs: random.integer(0, 25) }) : undefined
    const stop = watchPerson(owner, world, { id, kills: () => kills && random.next() < 0.5 })
    const end = await owner.ended
    giveUp?.()
    const seen = await stop()
    count.approvals += seen.approvals
    count.killsWhileWaiting += seen.kills
    if (end.wasKilled) count.kills++
    id = end.id ?? id
    await world.settled()
    // It died before it was listed, and so before anything happened.
    if (id === '') continue
    if (end.stopped === 'doubt') await settle(world, id, { atOnce: plan.atOnce, count })
    else if (end.stopped === 'waiting') count.approvals += await approve(world, id)
    else if (isOver(end)) return { ...count, servers: plan.servers, bound: plan.order.bound === true }
    else if (!end.wasKilled) throw new Error(`seed ${seed}: ${told(end)}`)
  }
  throw new Error(`seed ${seed}: it did not come to its end`)
}

function orderOf(world: World, { order }: RandomPlan): OwnerOrder {
  const { plan, ...others } = order
  const text = world.told(JSON.stringify(plan))
  return { verb: 'run', ...others, plan: JSON.parse(text), env: SLOWLY }
}

function isOver(end: OwnerEnd): boolean {
  return end.report?.ended === 'completed' || end.message?.endsWith('it is over (done)') === true
}

function told(end: OwnerEnd): string {
  return JSON.stringify({ ...end, receipt: undefined }).slice(0, 1500)
}

/** Some time after so many effects were heard of; before the first, once the run is listed. Returns how to give it up. */
function killSoon(
  { child, listed }: Owner,
  world: World,
  { after, pauseMs }: { readonly after: number; readonly pauseMs: number },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGivenUp = false
  const look = (): void => {
    if (isGivenUp) return
    if (world.heard().length < after) timer = setTimeout(look, 2)
    else timer = setTimeout(() => child.kill('SIGKILL'), pauseMs)
  }
  void listed.then(look)
  if (after > 0) look()
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}

/** Where the run, whose id is empty before it is listed, waits for a person: kills its owner, or says yes from elsewhere. Resolves with how often, once it is told to stop. */
function watchPerson(
  owner: Owner,
  world: World,
  { id: known, kills }: { readonly id: string; readonly kills: () => boolean },
): () => Promise<{ readonly approvals: number; readonly kills: number }> {
  const seen = { approvals: 0, kills: 0 }
  let isOver = false
  const listed = known === '' ? owner.listed : Promise.resolve(known)
  const watched = listed.then(async (id) => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const { state } = await world.read(id)
      if (state !== 'waiting' || isOver) continue
      if (kills()) {
        seen.kills++
        owner.child.kill('SIGKILL')
        return
      }
      seen.approvals += await approve(world, id)
    }
  })
  return async () => {
    isOver = true
    await Promise.race([watched, owner.ended])
    return seen
  }
}

/** How many questions were answered. */
async function approve(world: World, id: string): Promise<number> {
  const { question } = await world.read(id)
  if (question === undefined) return 0
  await using journal = await world.journal()
  return (await journal.decide(id, { kind: 'approve', question: question.digest, by: 'anna' })) ? 1 : 0
}

/** A person looks at what the servers heard, once those of the dead are gone. */
async function settle(
  world: World,
  id: string,
  { atOnce, count }: { readonly atOnce: number; readonly count: { named: number; namedAndMade: number } },
): Promise<void> {
  const { calls } = await world.read(id)
  const doubts = calls.filter(({ state }) => state === 'sent')
  if (doubts.length > atOnce)
    throw new Error(`${doubts.length} calls in doubt, where ${atOnce} effects leave at a time`)
  await using journal = await world.journal()
  for (const call of doubts) {
    count.named++
    const hasHappened = world.heard().includes(asHeard(world, call))
    if (hasHappened) count.namedAndMade++
    const as = hasHappened ? { outcome: settledAnswer('it happened'), givenMs: 0 } : ('never sent' as const)
    if (!(await journal.decide(id, { kind: 'settle', call, as, by: 'what was heard' })))
      throw new Error('a call in doubt could not be settled')
  }
}

function asHeard(world: World, { tool, arguments: given }: JournaledCall): string {
  return JSON.stringify([tool, JSON.parse(given)]).replaceAll(world.told('FOLDER'), 'FOLDER')
}

function sorted(state: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(state)
      // Effects that leave together come in any order.
      .map(([path, text]) => [path, text.split('\n').sort()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Answers are held back for some time, so that kills fall between call and answer too. */
const SLOWLY = { HEARD_DELAY_MS: '30' }
const MOST_TURNS = 20
