/** Kills writers of a store at random points, and looks whether the store is whole and holds what was acknowledged. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../../../dist/base/index.js'
import { openStore } from '../../../dist/recording/index.js'
import { recordingOf } from '../numbered-recording.js'

/**
 * Two writers each run: the first one is killed, at a random point of its life or of its writing, then the second one. Resolves with
 * how many recordings were acknowledged in all, and with every problem in words.
 */
export async function killWriters(store, { runs, seed }) {
  const random = seededRandom(seed)
  const problems = []
  let acknowledged = new Set()
  let all = 0
  let place = ''
  for (let run = 0; run < runs; run++) {
    if (run % RUNS_OF_ONE_STORE === 0) {
      all += acknowledged.size
      acknowledged = new Set()
      place = await store.freshPlace()
    }
    const writers = [0, 1].map((n) => startWriter(place, (run * 2 + n) * RANGE, random.integer(1, 4)))
    for (const writer of writers) {
      // Now and then before it has written anything.
      if (random.integer(1, 8) > 1)
        await Promise.race([writer.acknowledges(random.integer(1, 12)), writer.ended])
      await pause(random.next() * 8)
      writer.process.kill('SIGKILL')
      await writer.ended
    }
    for (const writer of writers) for (const n of writer.acknowledged()) acknowledged.add(n)
    const found = await look(store, place, { acknowledged, writers })
    problems.push(...found.map((problem) => `run ${run}: ${problem}`))
  }
  return { acknowledged: all + acknowledged.size, problems }
}

function startWriter(place, first, size) {
  const script = fileURLToPath(new URL('writer.mjs', import.meta.url))
  const process_ = spawn(process.execPath, [script, place, String(first), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let batches = 0
  const waiting = []
  createInterface({ input: process_.stdout }).on('line', () => {
    batches++
    for (const { wanted, resolve } of waiting) if (batches >= wanted) resolve()
  })
  return {
    process: process_,
    first,
    size,
    /** All of its output has been read by then. */
    ended: once(process_, 'close'),
    acknowledges: (wanted) =>
      batches >= wanted ? Promise.resolve() : new Promise((resolve) => waiting.push({ wanted, resolve })),
    acknowledged: () => Array.from({ length: batches * size }, (_, n) => first + n),
  }
}

async function look({ atRest, damageOf }, place, { acknowledged, writers }) {
  let store
  try {
    store = await openStore(place)
    await atRest(place)
    await store.append([recordingOf(writers[0].first + RANGE - 1)])
    const found = new Map()
    for await (const { key } of store.list()) {
      const n = Number.parseInt(key, 16)
      if (n % RANGE === RANGE - 1) continue
      found.set(n, (found.get(n) ?? 0) + 1)
    }
    const lost = [...acknowledged].filter((n) => !found.has(n))
    const doubled = [...found].filter(([, times]) => times > 1)
    const halves = writers.flatMap(({ first, size }) => {
      const own = [...found.keys()].filter((n) => n >= first && n < first + RANGE)
      return own.length % size === 0 ? [] : [`${own.length} recordings in batches of ${size}`]
    })
    return [
      ...lost.map((n) => `lost ${n}`),
      ...doubled.map(([n, times]) => `${n} is there ${times} times`),
      ...halves,
      ...[await damageOf(place)].filter((damage) => damage !== undefined),
    ]
  } catch (failure) {
    return [String(failure)]
  } finally {
    await store?.[Symbol.asyncDispose]()
  }
}

const RANGE = 1_000_000
const RUNS_OF_ONE_STORE = 10
