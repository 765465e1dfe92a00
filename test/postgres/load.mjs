/**
 * `npm run load:postgres`: what a store in PostgreSQL bears, in about half a minute, on a server of its own. Four processes append at
 * once and two of them are killed; then 100,000 recordings are brought in, looked up, listed and removed by this process, whose memory
 * must not grow with them. A line for each; exits with 1 when one is missed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '../../dist/recording/index.js'
import { recordingOf } from '../recording/numbered-recording.js'
import { createPostgresServer } from './server.mjs'

const RECORDINGS = 100_000
const BATCH = 500
const IN_FLIGHT = 16

const server = await createPostgresServer()
try {
  const url = `postgres://owner:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/postgres`
  await severalProcesses(`${url}?schema=several`)
  await manyRecordings(`${url}?schema=many`)
} finally {
  await server[Symbol.asyncDispose]()
}

async function severalProcesses(url) {
  const first = [0, 1, 2, 3].map((n) => n * 1_000_000)
  const appenders = first.map((number) => appender(url, number, number < 2_000_000 ? 400 : 1_000_000))
  const acknowledged = await Promise.all(
    appenders.map(async ({ child, lines }, n) => {
      let count = 0
      for await (const _ of lines) {
        count++
        // In the middle of whatever it does.
        if (n >= 2 && count === 100 + n * 37) child.kill('SIGKILL')
      }
      return count
    }),
  )
  const keys = new Set()
  const store = await openPostgresStore(url)
  for await (const { key } of store.list()) keys.add(key)
  await store[Symbol.asyncDispose]()
  const promised = first.flatMap((number, n) =>
    Array.from({ length: acknowledged[n] ?? 0 }, (_, i) => recordingOf(number + i).key),
  )
  const lost = promised.filter((key) => !keys.has(key))
  tell(
    lost.length === 0,
    `4 processes appended ${promised.length} recordings, 2 of them were killed: ${lost.length} lost`,
  )
}

function appender(url, first, count) {
  const script = fileURLToPath(new URL('appender.js', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: createInterface({ input: child.stdout }), ended: once(child, 'exit') }
}

async function manyRecordings(url) {
  const store = await openPostgresStore(url)
  const sizes = []
  const importing = stopwatch()
  for (let first = 0; first < RECORDINGS; first += BATCH) {
    await store.append(Array.from({ length: BATCH }, (_, n) => recordingOf(first + n)))
    if ((first + BATCH) % (RECORDINGS / 10) === 0) sizes.push(residentMb())
  }
  tell(true, `brought in ${RECORDINGS} recordings of 2 kB in ${importing()} s`)

  const looking = stopwatch()
  let found = 0
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, lane) => {
      for (let n = lane; n < RECORDINGS / 5; n += IN_FLIGHT) {
        const { key } = recordingOf((n * 7919) % RECORDINGS)
        if ((await store.lookup(key))?.key === key) found++
      }
    }),
  )
  tell(
    found === RECORDINGS / 5,
    `found ${found} of ${RECORDINGS / 5}, ${IN_FLIGHT} in flight, in ${looking()} s`,
  )
  sizes.push(residentMb())

  const listing = stopwatch()
  let listed = 0
  for await (const _ of store.list()) listed++
  tell(listed === RECORDINGS, `listed ${listed} in ${listing()} s`)
  sizes.push(residentMb())

  const removing = stopwatch()
  const removed = await store.remove({ server: 'demo' })
  tell(removed === RECORDINGS, `removed ${removed} in ${removing()} s`)
  sizes.push(residentMb())
  await store[Symbol.asyncDispose]()

  const [start = 0, ...later] = sizes
  const most = Math.max(...later)
  tell(most <= 1.2 * start, `resident size ${start} MB after the first tenth, ${most} MB at most later`)
}

function stopwatch() {
  const start = performance.now()
  return () => ((performance.now() - start) / 1000).toFixed(1)
}

/** What is really in use: of garbage there may be any amount. */
function residentMb() {
  globalThis.gc?.()
  return Math.round(process.memoryUsage.rss() / 1_048_576)
}

function tell(isRight, text) {
  process.stdout.write(`${isRight ? 'ok    ' : 'MISSED'}  ${text}\n`)
  if (!isRight) process.exitCode = 1
}
