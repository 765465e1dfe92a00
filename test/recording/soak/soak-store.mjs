// Fills, reads and empties each kind of store, and watches the memory of the process that does it: `npm run soak:store [COUNT]`.
// Prints its resident size after each tenth; exits 1 when the last one is more than 1.2 times the first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openCassetteStore } from '../../../dist/recording/index.js'
import { recordingAt } from '../numbered-recording.js'
import { STORE_KINDS } from './store-kinds.js'

const LIMIT = 1.2
const count = Number(process.argv[2] ?? 100_000)
const folder = await mkdtemp(join(tmpdir(), 'understudy-soak-'))
let isMissed = false
try {
  const source = join(folder, 'source.jsonl')
  await fill(source)
  for (const kind of Object.keys(STORE_KINDS)) {
    for (const { phase, megabytes, seconds } of await soak(kind, source)) {
      const [first = 0] = megabytes
      const ratio = (megabytes.at(-1) ?? 0) / first
      isMissed ||= ratio > LIMIT
      process.stdout.write(
        `${kind.padEnd(8)}  ${phase.padEnd(6)}  ${megabytes.join(' ')} MB  ×${ratio.toFixed(2)} (at most ${LIMIT})  ${seconds} s${ratio > LIMIT ? '  MISSED' : ''}\n`,
      )
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isMissed ? 1 : 0

async function fill(file) {
  const store = await openCassetteStore(file)
  for (let first = 0; first < count; first += 1000)
    await store.append(
      Array.from({ length: Math.min(1000, count - first) }, (_, n) => recordingAt(first + n)),
    )
  await store[Symbol.asyncDispose]()
}

async function soak(kind, source) {
  const script = fileURLToPath(new URL('soak-one-store.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, kind, source, folder, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`The ${kind} store failed with exit code ${code}`)
  return JSON.parse(output)
}
