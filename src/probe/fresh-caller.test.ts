import { expect, test } from 'vitest'
import type { Outcome } from '../call/index.js'
import { type CallTraces, createFreshCaller } from './fresh-caller.js'
import type { LiveCaller } from './live-caller.js'
import type { CallEvent } from './probe-caller.js'

const DONE: CallEvent = { kind: 'answered', outcome: { kind: 'result', content: [] } }

test('a fresh caller opens the server again for another tool, after a write, and after what broke', async () => {
  const world = scripted()
  const caller = createFreshCaller(world.live, world.traces)

  await caller.call('a', {})
  await caller.call('a', {})
  await caller.call('b', {})
  world.changes = true
  await caller.call('b', {})
  world.changes = false
  await caller.call('b', {})
  world.event = { kind: 'unusable', text: 'torn' }
  await caller.call('b', {})
  world.event = DONE
  await caller.call('b', {})

  expect(world.log).toEqual(['a', 'a', 'open', 'b', 'b', 'open', 'b', 'b', 'open', 'b'])
})

test('a fresh caller tells an error from a refusal of arguments', async () => {
  const world = scripted()
  const caller = createFreshCaller(world.live, world.traces)

  world.event = answered({ kind: 'rpc-error', code: -32602, message: 'Invalid params' })
  await caller.call('a', {})
  await caller.call('a', {})
  world.event = answered({ kind: 'tool-error', content: [{ type: 'text', text: 'ENOENT' }] })
  await caller.call('a', {})
  await caller.call('a', {})

  expect(world.log).toEqual(['a', 'a', 'a', 'open', 'a'])
})

test('a fresh caller is renewed only where something was called, and restarted always', async () => {
  const world = scripted()
  const caller = createFreshCaller(world.live, world.traces)

  await caller.renew?.()
  await caller.call('a', {})
  await caller.renew?.()
  await caller.renew?.()
  await caller.restart()

  expect(world.log).toEqual(['a', 'open', 'open'])
})

test('what a server answers when it could not reach out is no evidence', async () => {
  const world = scripted()
  const caller = createFreshCaller(world.live, world.traces)

  const quiet = await caller.call('a', {})
  world.reaches = true
  const reaching = await caller.call('a', {})

  expect(quiet.noEvidence).toBeUndefined()
  expect(reaching).toMatchObject({ event: DONE, noEvidence: expect.stringContaining('reach out') })
})

function answered(outcome: Outcome): CallEvent {
  return { kind: 'answered', outcome }
}

interface Script {
  event: CallEvent
  changes: boolean
  reaches: boolean
  readonly log: string[]
  readonly traces: CallTraces
  readonly live: LiveCaller
}

function scripted(): Script {
  let attempts = 0
  const world: Script = {
    log: [],
    event: DONE,
    changes: false,
    reaches: false,
    traces: { changed: async () => world.changes, networkAttempts: () => attempts },
    live: {
      stray: [],
      async call(tool) {
        world.log.push(tool)
        if (world.reaches) attempts++
        return { event: world.event, violations: [] }
      },
      restart: async () => void world.log.push('open'),
      [Symbol.asyncDispose]: async () => undefined,
    },
  }
  return world
}
