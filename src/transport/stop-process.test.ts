import { describe, expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { GRACE_MS, HURRIED_GRACE_MS } from './grace.js'
import type { ProcessTree } from './process-tree.js'
import { type EndingOptions, stopProcess } from './stop-process.js'

type Step = 'end of stdin' | 'SIGTERM' | 'SIGKILL'

/** A process that ends only at `last`, and notes when it was asked for what. */
function setUp(last: Step | 'never', options: EndingOptions = {}) {
  const clock = manualClock()
  const asked: { readonly step: Step; readonly atMs: number }[] = []
  let isAlive = true
  let exit: () => void = () => undefined
  const exited = new Promise<void>((resolve) => {
    exit = resolve
  })
  function ask(step: Step): void {
    asked.push({ step, atMs: clock.monotonic() })
    if (step !== last) return
    isAlive = false
    exit()
  }
  const tree: ProcessTree = {
    isDetached: true,
    terminate: () => ask('SIGTERM'),
    kill: () => ask('SIGKILL'),
    isAlive: () => isAlive,
  }
  const stdin = { end: () => ask('end of stdin') }
  // Only that it is ended is asked of standard input.
  const stopping = stopProcess(stdin as Parameters<typeof stopProcess>[0], {
    ...{ pid: 1, exited, tree, clock },
    ...options,
  })
  let isOver = false
  void stopping.then(() => {
    isOver = true
  })
  /** Lets time pass until it is over, or the limit has. */
  async function pass(limitMs: number): Promise<number> {
    const until = clock.monotonic() + limitMs
    while (!isOver && clock.monotonic() < until) {
      clock.advance(10)
      for (let i = 0; i < 10; i++) await Promise.resolve()
    }
    return clock.monotonic()
  }
  return { asked, pass, isOver: () => isOver }
}

describe('stopping a process', () => {
  it('asks once where the end of its input is enough', async () => {
    const { asked, pass, isOver } = setUp('end of stdin')

    await pass(10)

    expect(asked.map(({ step }) => step)).toEqual(['end of stdin'])
    expect(isOver()).toBe(true)
  })
  it('waits as long as it may before each step', async () => {
    const { asked, pass } = setUp('SIGKILL')

    await pass(60_000)

    expect(asked).toEqual([
      { step: 'end of stdin', atMs: 0 },
      { step: 'SIGTERM', atMs: GRACE_MS },
      { step: 'SIGKILL', atMs: 2 * GRACE_MS },
    ])
  })
  it('waits half a second before each step where somebody is in a hurry', async () => {
    const { asked, pass } = setUp('SIGKILL', { hurry: AbortSignal.abort() })

    const tookMs = await pass(60_000)

    expect(asked).toEqual([
      { step: 'end of stdin', atMs: 0 },
      { step: 'SIGTERM', atMs: HURRIED_GRACE_MS },
      { step: 'SIGKILL', atMs: 2 * HURRIED_GRACE_MS },
    ])
    expect(tookMs).toBeLessThan(1500)
  })
  it('cuts a wait short that is under way when the hurry begins', async () => {
    const hurry = new AbortController()
    const { asked, pass } = setUp('SIGKILL', { hurry: hurry.signal })

    await pass(1000)
    hurry.abort()
    await pass(60_000)

    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1000 + HURRIED_GRACE_MS, 1000 + 2 * HURRIED_GRACE_MS])
  })
  it('never waits longer for being in a hurry', async () => {
    const { asked, pass } = setUp('SIGKILL', { graceMs: 100, hurry: AbortSignal.abort() })

    await pass(60_000)

    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 100, 200])
  })
  it('gives up a process that nothing ends', async () => {
    const { asked, pass, isOver } = setUp('never', { graceMs: 100 })

    const tookMs = await pass(60_000)

    expect(asked).toHaveLength(3)
    expect(isOver()).toBe(true)
    expect(tookMs).toBeLessThanOrEqual(200 + 2 * 2000 + 20)
  })
})
