/** Random small programs and workflows over several servers, killed at random moments and gone on with until they are over. */
import { type Random, seededRandom } from '../../src/base/index.js'
import type { JournaledCall } from '../../src/journal/index.js'
import { createScene, type Owner, type OwnerOrder, type Scene } from './owners.js'

export interface RandomRun {
  readonly order: OwnerOrder
  /** Lines that the uninterrupted run appends; each stands once. */
  readonly lines: readonly string[]
}

/** All of it hangs on the seed. */
export function randomRun(seed: number): RandomRun {
  const random = seededRandom(seed)
  const run = random.next() < 0.5 ? randomProgram(random) : randomWorkflow(random)
  // Half of each by a receipt.
  return { ...run, order: { ...run.order, bound: random.next() < 0.5 } }
}

function randomProgram(random: Random): RandomRun {
  const lines: string[] = []
  const steps = Array.from({ length: random.integer(2, 5) }, (_, i) => {
    const server = random.pick(['a', 'b'])
    const line = (k: number): string => {
      lines.push(`step ${i} ${k}`)
      return `mcp.${server}.append({ line: 'step ${i} ${k}' })`
    }
    switch (random.integer(0, 4)) {
      case 0:
        return `await ${line(0)}`
      case 1:
        return `await Promise.all([${line(0)}, ${line(1)}, ${line(2)}])`
      case 2:
        // Chains side by side, of calls that look alike: the second hangs on the first.
        lines.push(...[0, 1, 2].map((k) => `step ${i} chain ${k} seen 0`))
        return `await Promise.all([0, 1, 2].map(async (k) => {
  const seen = await mcp.b.count({ line: 'nobody ' + k })
  await mcp.a.append({ line: 'step ${i} chain ' + k + ' seen ' + seen })
}))`
      case 3:
        return `await new Promise((done) => setTimeout(done, ${random.integer(1, 40)})); ${line(0)}; await mcp.b.count({ line: String(Math.random()) })`
      default:
        return `for (let k = 0; k < 3; k++) await mcp.${server}.append({ line: 'step ${i} loop ' + k })${note(lines, i)}`
    }
  })
  return { order: { verb: 'run', plan: `${steps.join('\n')}\nreturn Date.now()` }, lines }
}

function note(lines: string[], i: number): string {
  lines.push(...[0, 1, 2].map((k) => `step ${i} loop ${k}`))
  return ''
}

function randomWorkflow(random: Random): RandomRun {
  const tasks = Array.from({ length: random.integer(3, 9) }, (_, i) => ({
    id: `t${i}`,
    tool: `${random.pick(['a', 'b'])}:append`,
    arguments: { line: `task ${i}` },
    depends_on: i === 0 || random.next() < 0.4 ? [] : [`t${random.integer(0, i - 1)}`],
  }))
  return {
    order: { verb: 'run', kind: 'workflow', plan: { tasks } },
    lines: tasks.map((task) => task.arguments.line),
  }
}

export interface Judged {
  readonly bound: number
  readonly kills: number
  readonly named: number
  /** Effects that happened in calls that were named. */
  readonly namedAndMade: number
}

/**
 * Kills the owner at random, goes on, and settles what is in doubt as the file says, until the run is over.
 * @throws Error when an effect happened twice, is missing, or a kill left more in doubt than effects leave together
 */
export async function killAndGoOn(seed: number): Promise<Judged> {
  await using scene = await createScene()
  const random = seededRandom(`kills of ${seed}`)
  const { order, lines } = randomRun(seed)
  const judged = { bound: order.bound === true ? 1 : 0, kills: 0, named: 0, namedAndMade: 0 }
  let id = ''
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    const kills = random.next() < 0.75 && judged.kills < 3
    const owner = scene.start({
      ...(id === '' ? order : { verb: 'resume', id }),
      env: { APPENDS_DELAY_MS: '30' },
    })
    const after = scene.lines().length + random.integer(0, 3)
    const giveUp = kills ? killSoon(owner, scene, { after, pauseMs: random.integer(0, 25) }) : undefined
    const end = await owner.ended
    giveUp?.()
    if (end.wasKilled) judged.kills++
    id = end.id ?? id
    // It died before it was listed, and so before anything happened.
    if (id === '') continue
    if (end.stopped === 'doubt') await settle(scene, id, judged)
    else if (end.report?.ended === 'completed' || end.message?.endsWith('it is over (done)') === true) {
      judge(seed, scene.lines(), lines)
      return judged
    } else if (!end.wasKilled)
      throw new Error(`seed ${seed}: ${JSON.stringify({ ...end, receipt: undefined }).slice(0, 1500)}`)
  }
  throw new Error(`seed ${seed}: it did not come to its end`)
}

/** Some time after so many lines are there; before the first, once it is listed. Returns how to give it up. */
function killSoon(
  { child, listed }: Owner,
  scene: Scene,
  { after, pauseMs }: { readonly after: number; readonly pauseMs: number },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const look = (): void => {
    if (isOver) return
    if (scene.lines().length < after) timer = setTimeout(look, 2)
    else timer = setTimeout(() => child.kill('SIGKILL'), pauseMs)
  }
  void listed.then(look)
  if (after > 0) look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A person looks at the file once the servers of the dead are gone: what is there happened. */
async function settle(
  scene: Scene,
  id: string,
  judged: { named: number; namedAndMade: number },
): Promise<void> {
  const { calls } = await scene.read(id)
  const doubts = calls.filter(({ state }) => state === 'sent')
  if (doubts.length > 1) throw new Error(`${doubts.length} calls in doubt, where effects leave one at a time`)
  const journal = await scene.journal()
  try {
    for (const call of doubts) {
      judged.named++
      const hasHappened = await happened(scene, call)
      if (hasHappened) judged.namedAndMade++
      const answer = { kind: 'answer', tookMs: 1, answer: APPENDED }
      const as = hasHappened ? { outcome: JSON.stringify(answer), givenMs: 0 } : ('never sent' as const)
      if (!(await journal.decide(id, { kind: 'settle', call, as, by: 'the file' })))
        throw new Error('a call in doubt could not be settled')
    }
  } finally {
    await journal[Symbol.asyncDispose]()
  }
}

const APPENDED = {
  outcome: { kind: 'result', content: [{ type: 'text', text: 'appended' }] },
  provenance: { source: 'live' },
}

/** What was in the pipe of a server that outlived its owner is read before that ends. */
async function happened(scene: Scene, call: JournaledCall): Promise<boolean> {
  const { line } = JSON.parse(call.arguments)
  await new Promise((resolve) => setTimeout(resolve, 300))
  return scene.lines().includes(line)
}

function judge(seed: number, made: readonly string[], expected: readonly string[]): void {
  const twice = made.filter((line, i) => made.indexOf(line) !== i)
  const missing = expected.filter((line) => !made.includes(line))
  const foreign = made.filter((line) => !expected.includes(line))
  if (twice.length + missing.length + foreign.length > 0)
    throw new Error(`seed ${seed}: ${JSON.stringify({ twice, missing, foreign })}`)
}

const MOST_TURNS = 12
