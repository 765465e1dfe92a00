// Fills, reads and empties each kind of store, and watches the memory of the process that does it: `npm run soak:store [COUNT]`.
// Prints its resident size after each tenth; exits 1 when the last one is more than 1.2 times the first.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillCassette, soakOneStore } from './soak-one-store.mjs'
import { STORE_KINDS } from './store-kinds.mjs'

const LIMIT = 1.2
const count = Number(process.argv[2] ?? 100_000)
const folder = await mkdtemp(join(tmpdir(), 'understudy-soak-'))
let isMissed = false
try {
  const source = join(folder, 'source.jsonl')
  await fillCassette(source, count)
  for (const kind of Object.keys(STORE_KINDS)) {
    for (const { phase, megabytes, seconds } of await soakOneStore({ kind, source, folder, count })) {
      const ratio = (megabytes.at(-1) ?? 0) / (megabytes[0] ?? 0)
      const verdict = ratio > LIMIT ? 'MISSED' : 'kept'
      isMissed ||= ratio > LIMIT
      process.stdout.write(
        `${kind.padEnd(8)}  ${phase.padEnd(6)}  ${megabytes.join(' ')} MB  ×${ratio.toFixed(2)}, at most ${LIMIT}: ${verdict}  (${seconds} s)\n`,
      )
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isMissed ? 1 : 0
