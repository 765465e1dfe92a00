/** Real time and real chance do not reach a rehearsal: what programs find is the same in two guests, at two times. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { EVERYTHING } from './everything-program.js'
import { guestJob, sandboxTest } from './guest-job.js'
import { CHANCE, CLOCKS } from './leak-list.js'
import { type ProbeOutcome, runProbes } from './probe-run.js'

verifies('sandbox:virtual-time')

const PROBES = [...CLOCKS, ...CHANCE]

/** Long before and after any real time of a test. */
const THEN = Date.UTC(2020, 3, 5, 6, 7, 8)

/** What the probes share. */
const HELPERS = {
  name: 'helpers',
  program: `globalThis.full = () => new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full' })
globalThis.hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
globalThis.inside = (value, depth = 0) => {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null || depth > 5) return String(value)
  return Reflect.ownKeys(value).map((key) => String(key) + ':' + globalThis.inside(value[key], depth + 1)).join()
}`,
}

interface Everything {
  readonly count: number
  readonly lines: readonly string[]
  readonly twins: readonly string[]
}

interface Found {
  readonly first: ProbeOutcome
  readonly second: ProbeOutcome
}

const test = sandboxTest.extend<{ found: (name: string) => Found }>({
  found: [async ({ sandbox }, use) => use(await findInTwoGuests(sandbox)), { scope: 'file' }],
})

describe('a program that looks for time or chance finds the same twice', () => {
  test.for(PROBES.map(({ name }) => name))('by %s', (name, { found }) => {
    const { first, second } = found(name)

    expect(first.value ?? first.error).not.toBe('there is no such probe')
    expect(second).toEqual(first)
    expect(timesIn(first.value ?? '')).toEqual([])
  })
})

test('everything that can be read, called and constructed gives the same in two guests', async ({
  sandbox,
}) => {
  const once = () => sandbox.run(guestJob(EVERYTHING, { world: { kind: 'virtual', seed: 1, startMs: THEN } }))

  const first = await once()
  const second = await once()

  expect(first.ended, first.why).toBe('completed')
  const [one, two] = [first, second].map(({ result }) => result as unknown as Everything)
  expect(one?.count).toBeGreaterThan(1_000)
  expect(one?.lines.filter((line, at) => line !== two?.lines[at])).toEqual([])
  expect(one?.lines.filter((line) => timesIn(line).length > 0)).toEqual([])
  expect(second.console).toEqual(first.console)
  // What was replaced can be found nowhere else.
  expect(one?.twins).toEqual([])
})

test('another seed, another time and another program find other chance', async ({ sandbox }) => {
  const draw = async (seed: number, startMs: number, note: string) =>
    (
      await sandbox.run({
        code: `return [Math.random(), crypto.randomUUID()] // ${note}`,
        fileName: 'plan.js',
        params: null,
        world: { kind: 'virtual', seed, startMs },
        answer: async () => ({ kind: 'value', value: null, elapsedMs: 0 }),
      })
    ).result

  const drawn = [
    await draw(1, THEN, 'a'),
    await draw(2, THEN, 'a'),
    await draw(1, THEN + 1, 'a'),
    await draw(1, THEN, 'b'),
  ]

  expect(new Set(drawn.map((each) => JSON.stringify(each))).size).toBe(4)
  expect(await draw(1, THEN, 'a')).toEqual(drawn[0])
})

test('chance that no seed gives is told as an attempt', async ({ sandbox }) => {
  const { run } = await runProbes(sandbox, [HELPERS, ...CHANCE])

  expect(run.attempts).toEqual(
    ['generateKey of ECDSA', 'generateKey of ED25519', 'sign of ECDSA'].map((what) => ({
      kind: 'chance',
      target: `crypto.subtle.${what}`,
      allowed: false,
    })),
  )
})

test('in a real world chance and keys are real', async ({ sandbox }) => {
  const program = {
    name: 'real',
    program:
      'return [Math.random(), Math.random(), crypto.randomUUID(), (await crypto.subtle.generateKey("Ed25519", true, ["sign"])).privateKey.type]',
  }

  const runs = await Promise.all([1, 2].map(() => runProbes(sandbox, [program], { world: { kind: 'real' } })))

  const [first, second] = runs.map(({ outcomeOf }) => outcomeOf('real').value)
  expect(first).toContain('private')
  expect(first).not.toBe(second)
})

async function findInTwoGuests(sandbox: Sandbox): Promise<(name: string) => Found> {
  const once = () =>
    runProbes(sandbox, [HELPERS, ...PROBES], { world: { kind: 'virtual', seed: 1, startMs: THEN } })
  const first = await once()
  const second = await once()
  if (JSON.stringify(first.run.console) !== JSON.stringify(second.run.console))
    throw new Error(`what was printed differs: ${JSON.stringify([first.run.console, second.run.console])}`)
  return (name) => ({ first: first.outcomeOf(name), second: second.outcomeOf(name) })
}

/** Numbers within a day of now, in milliseconds or seconds. */
function timesIn(text: string): readonly string[] {
  const now = Date.now()
  return [...text.matchAll(/\d{9,}(?:\.\d+)?/g)]
    .map(([number]) => number)
    .filter((number) => [1, 1_000].some((unit) => Math.abs(Number(number) * unit - now) < 86_400_000))
}
