import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { manualClock } from './clock.js'
import { orAborted, waitFor } from './wait.js'

const onTimeout = () => new Error('too late')

describe('waitFor', () => {
  it('resolves as the work does', async () => {
    await expect(waitFor(Promise.resolve(7), { onTimeout })).resolves.toBe(7)
  })
  it('rejects as the work does', async () => {
    await expect(waitFor(Promise.reject(new Error('broken')), { onTimeout, timeoutMs: 5 })).rejects.toThrow(
      'broken',
    )
  })
  it('rejects with the error of the time limit when the time is up', async () => {
    const clock = manualClock()
    const waiting = waitFor(pending(), { onTimeout, timeoutMs: 100, clock })

    clock.advance(100)

    await expect(waiting).rejects.toThrow('too late')
  })
  it('rejects with the reason as soon as the signal aborts', async () => {
    const abort = new AbortController()
    const waiting = waitFor(pending(), {
      onTimeout,
      timeoutMs: 100,
      clock: manualClock(),
      signal: abort.signal,
    })

    abort.abort('enough')

    await expect(waiting).rejects.toBe('enough')
  })
  it('rejects with the reason when the signal has aborted already', async () => {
    await expect(waitFor(pending(), { onTimeout, signal: AbortSignal.abort('before') })).rejects.toBe(
      'before',
    )
  })
  it('leaves no sleeper and no listener behind', async () => {
    const clock = manualClock()
    const { signal } = new AbortController()
    const seen: AbortSignal[] = []
    const spying = { ...clock, sleep: (ms: number, over?: AbortSignal) => clock.sleep(ms, kept(over, seen)) }

    await waitFor(Promise.resolve(1), { onTimeout, timeoutMs: 100, clock: spying, signal })

    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    expect(seen.map(({ aborted }) => aborted)).toEqual([true])
  })
  it('does not mind work that fails after the time is up', async () => {
    const clock = manualClock()
    let fail: (reason: Error) => void = () => undefined
    const work = new Promise<never>((_, reject) => {
      fail = reject
    })
    const waiting = waitFor(work, { onTimeout, timeoutMs: 1, clock })

    clock.advance(1)
    await expect(waiting).rejects.toThrow('too late')
    fail(new Error('later'))

    await expect(work).rejects.toThrow('later')
  })
})

function pending(): Promise<never> {
  return new Promise(() => undefined)
}

function kept(signal: AbortSignal | undefined, seen: AbortSignal[]): AbortSignal | undefined {
  if (signal !== undefined) seen.push(signal)
  return signal
}

describe('orAborted', () => {
  it('gives what the work gives, and listens no longer', async () => {
    const stop = new AbortController()

    expect(await orAborted(Promise.resolve(1), stop.signal)).toBe(1)
    expect(await orAborted(Promise.resolve(2), undefined)).toBe(2)
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  })

  it('rejects with the reason of a signal, before the work begins or while it goes on', async () => {
    const stop = new AbortController()
    const waited = orAborted(new Promise(() => undefined), stop.signal)
    stop.abort(new Error('enough'))

    await expect(waited).rejects.toThrow('enough')
    await expect(orAborted(Promise.resolve(1), stop.signal)).rejects.toThrow('enough')
  })

  it('leaves no rejection of work that nobody waited for', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const work = new Promise((_, fail) => setImmediate(fail, new Error('late')))

    await expect(orAborted(work, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    await new Promise((done) => setTimeout(done, 5))
    expect(unhandled).not.toHaveBeenCalled()
  })
})
