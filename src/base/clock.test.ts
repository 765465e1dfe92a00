import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Clock, manualClock, systemClock } from './clock.js'

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 5000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('tells wall time and a time that only rises', () => {
    expect(systemClock.now()).toBe(5000)
    const before = systemClock.monotonic()
    vi.advanceTimersByTime(10)

    expect(systemClock.monotonic() - before).toBe(10)
  })
  it('sleeps as long as told', async () => {
    const log = logOf(systemClock.sleep(100))

    await vi.advanceTimersByTimeAsync(99)
    expect(log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['awake'])
  })
  it('sleeps longer than a timer of the platform can', async () => {
    const log = logOf(systemClock.sleep(2 ** 31 + 10))

    await vi.advanceTimersByTimeAsync(2 ** 31 + 9)
    expect(log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['awake'])
    expect(vi.getTimerCount()).toBe(0)
  })
  it('does not wake from an endless sleep', async () => {
    const abort = new AbortController()
    const log = logOf(systemClock.sleep(Infinity, abort.signal))

    await vi.advanceTimersByTimeAsync(1000)

    expect(log).toEqual([])
    abort.abort('over')
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['over'])
    expect(vi.getTimerCount()).toBe(0)
  })
  it('stops the timer when the signal aborts', async () => {
    const abort = new AbortController()
    const log = logOf(systemClock.sleep(100, abort.signal))

    abort.abort('enough')
    await vi.advanceTimersByTimeAsync(0)

    expect(log).toEqual(['enough'])
    expect(vi.getTimerCount()).toBe(0)
  })
  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    const sleep = systemClock.sleep(100, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(100)
    await sleep

    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

describe('manualClock', () => {
  it('stands still until it is advanced', () => {
    const clock = manualClock(1000)

    expect([clock.now(), clock.monotonic()]).toEqual([1000, 0])
    clock.advance(5)
    expect([clock.now(), clock.monotonic()]).toEqual([1005, 5])
  })
  it('wakes the sleepers that are due, in order of their time', async () => {
    const clock = manualClock()
    const woken: string[] = []
    const sleeps = [3, 1, 2, 4].map((ms) => clock.sleep(ms).then(() => woken.push(`${ms}`)))

    clock.advance(3)
    await Promise.all(sleeps.slice(0, 3))

    expect(woken).toEqual(['1', '2', '3'])
    clock.advance(1)
    await Promise.all(sleeps)
    expect(woken).toEqual(['1', '2', '3', '4'])
  })
  it('does not let a sleep of no time wait', async () => {
    await expect(manualClock().sleep(0)).resolves.toBeUndefined()
  })
  it('leaves no listener on the signal, whether woken or aborted', async () => {
    const clock = manualClock()
    const abort = new AbortController()
    const woken = clock.sleep(1, abort.signal)
    const aborted = expect(clock.sleep(9, abort.signal)).rejects.toBe('enough')

    clock.advance(1)
    await woken
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1)
    abort.abort('enough')
    await aborted
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })
})

describe.each<[string, Clock]>([
  ['systemClock', systemClock],
  ['manualClock', manualClock()],
])('%s', (_, clock) => {
  it('does not begin to sleep on a signal that has aborted already', async () => {
    await expect(clock.sleep(1000, AbortSignal.abort('before'))).rejects.toBe('before')
  })
})

/** What became of a sleep. */
function logOf(sleep: Promise<void>): unknown[] {
  const log: unknown[] = []
  sleep.then(
    () => log.push('awake'),
    (reason: unknown) => log.push(reason),
  )
  return log
}
