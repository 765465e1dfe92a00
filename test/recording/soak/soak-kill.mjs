// Kills processes that write to a store, at points drawn by a seed: `npm run soak:kill [RUNS] [SEED]`. Each store is written by two
// processes at a time, and used again in the next runs. Exits 1 when one is damaged, lacks what was acknowledged, or holds half a batch.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killWriters } from './kill-writers.mjs'
import { STORE_KINDS } from './store-kinds.mjs'

const runs = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'understudy-soak-'))
let isDamaged = false
try {
  for (const kind of Object.keys(STORE_KINDS)) {
    const { acknowledged, problems } = await killWriters({ kind, folder, runs, seed })
    isDamaged ||= problems.length > 0
    process.stdout.write(
      `${kind.padEnd(8)}  ${runs} runs, ${acknowledged} recordings acknowledged, ${problems.length} problems\n`,
    )
    for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isDamaged ? 1 : 0
