// Kills processes that write to a store, at points drawn by a seed: `npm run soak:kill [RUNS] [SEED]`. Each store is written by two
// processes at a time, and used again in the next runs. Exits 1 when one is damaged, lacks what was acknowledged, or holds half a batch.
// PostgreSQL has to be installed (test/postgres/install.sh); a server of our own is started.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresServer } from '../../postgres/server.mjs'
import { killWriters } from './kill-writers.mjs'
import { killableFile, killablePostgres } from './killable-stores.mjs'
import { STORE_KINDS } from './store-kinds.mjs'

const plan = { runs: Number(process.argv[2] ?? 200), seed: Number(process.argv[3] ?? 1) }
const folder = await mkdtemp(join(tmpdir(), 'understudy-soak-'))
const server = await createPostgresServer()
try {
  for (const kind of Object.keys(STORE_KINDS)) await kill(kind, killableFile(kind, folder))
  await kill('postgres', killablePostgres(server))
} finally {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
}

async function kill(name, store) {
  const { acknowledged, problems } = await killWriters(store, plan)
  process.stdout.write(
    `${name.padEnd(8)}  ${plan.runs} runs, ${acknowledged} recordings acknowledged, ${problems.length} problems\n`,
  )
  for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
