import { describe, expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { endOnSignals, LEAVE_MS, ORDERLY_END_MS } from './end-on-signals.js'

/** A process whose signals a test sends. */
function setUp(command: (signal: AbortSignal) => Promise<number>) {
  const clock = manualClock()
  const listeners = new Map<string, () => void>()
  const exits: { code: number; atMs: number }[] = []
  const told: string[] = []
  const ended = endOnSignals(
    command,
    {
      on: (signal, listener) => listeners.set(signal, listener),
      exit: (code) => void exits.push({ code, atMs: clock.monotonic() }),
      tell: (text) => void told.push(text),
    },
    clock,
  )
  return { clock, exits, told, ended, send: (signal: string) => listeners.get(signal)?.() }
}

const never = (): Promise<number> => new Promise(() => undefined)

describe('a command and its signals', () => {
  it('ends with its own exit code where none comes', async () => {
    await expect(setUp(() => Promise.resolve(3)).ended).resolves.toBe(3)
  })
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('is told of %s, and ends in order with %i', async (signal, code) => {
    const { send, ended, exits, clock } = setUp(
      (interrupted) =>
        new Promise((resolve) => interrupted.addEventListener('abort', () => resolve(1), { once: true })),
    )

    send(signal)

    await expect(ended).resolves.toBe(code)
    clock.advance(ORDERLY_END_MS)
    await Promise.resolve()
    expect(exits).toEqual([])
  })
  it('is ended where it does not end, whatever it waits for, and says so', async () => {
    const { send, exits, told, clock } = setUp(never)

    send('SIGTERM')
    clock.advance(ORDERLY_END_MS - 1)
    await turns()
    expect(exits).toEqual([])
    clock.advance(1)
    await turns()

    expect(exits).toEqual([{ code: 143, atMs: ORDERLY_END_MS }])
    expect(told.join('')).toContain('Interrupted by SIGTERM')
  })
  it('is ended at once by a second signal', () => {
    const { send, exits } = setUp(never)

    send('SIGINT')
    send('SIGTERM')

    expect(exits).toEqual([{ code: 143, atMs: 0 }])
  })
  it('has less than two seconds in all', () => {
    expect(ORDERLY_END_MS + LEAVE_MS).toBeLessThan(2000)
  })
})

async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}
