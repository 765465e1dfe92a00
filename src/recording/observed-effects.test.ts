import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { openMemoryStore } from './memory-store.js'
import { keepObserved, keptEffects, OBSERVED_EFFECT, type Observation } from './observed-effects.js'
import type { Recording } from './recording.js'
import type { RecordingStore } from './recording-store.js'

verifies('rehearsal:observed-effects')

const SERVERS = ['notes', 'other']
const OF = { server: 'notes', tool: 'write', fingerprint: 'f1' }

test('keepObserved keeps one call once, and nothing of its arguments', async () => {
  await using store = openMemoryStore()

  expect(await keepObserved(store, [seen({ path: 'secret.txt' }), seen({ path: 'secret.txt' })], 0)).toBe(1)
  expect(await keepObserved(store, [seen({ path: 'secret.txt' })], 1)).toBe(0)
  const kept = await listed(store)

  expect(kept.map(({ method }) => method)).toEqual([OBSERVED_EFFECT])
  expect(JSON.stringify(kept)).not.toContain('secret')
})

test('keptEffects tells what several calls agree to have touched, and nothing of one call', async () => {
  await using store = openMemoryStore()
  await keepObserved(store, [seen({ path: 'a' })], 0)
  const once = await keptEffects(store, SERVERS)
  await keepObserved(store, [seen({ path: 'b' })], 1)
  const twice = await keptEffects(store, SERVERS)
  await keepObserved(store, [{ ...seen({ path: 'c' }), places: ['{path}', 'log.txt'] }], 2)
  const thrice = await keptEffects(store, SERVERS)

  const places = [once, twice, thrice].map((kept) => kept('notes', 'write', 'f1')?.places)
  expect(places).toEqual([[], ['{path}'], []])
})

test('keptEffects tells the worst, also where that comes when enough was kept', async () => {
  await using store = openMemoryStore()
  for (const path of ['a', 'b', 'c', 'd', 'e', 'f']) await keepObserved(store, [seen({ path })], 0)
  await keepObserved(store, [{ ...seen({ path: 'g' }), effect: 'destructive' }], 0)

  expect(await listed(store)).toHaveLength(6)
  expect((await keptEffects(store, SERVERS))('notes', 'write', 'f1')?.effect).toBe('destructive')
})

test('keptEffects knows nothing of another contract, tool or server', async () => {
  await using store = openMemoryStore()
  await keepObserved(store, [seen({ path: 'a' })], 0)
  const kept = await keptEffects(store, SERVERS)

  expect([kept('notes', 'write', 'f2'), kept('notes', 'read', 'f1'), kept('other', 'write', 'f1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

async function listed(store: RecordingStore): Promise<readonly Recording[]> {
  const all: Recording[] = []
  for await (const each of store.list()) all.push(each)
  return all
}

function seen(args: Observation['arguments']): Observation {
  return { ...OF, effect: 'write', places: ['{path}'], arguments: args }
}
