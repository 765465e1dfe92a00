/** What benches of journals share: a stdio tool that takes 5 ms, programs that call it, and the journals that their runs are kept in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGateway, type Gateway } from '../dist/gateway/index.js'
import { openJournal, type RunJournal } from '../dist/journal/index.js'
import { createPostgresServer, findServerPrograms } from '../test/postgres/server.mjs'
import type { Figure } from './figure.js'

export const SIDE_BY_SIDE = 32
const IN_A_ROW = 60
const WAVES = 4
const SLOW = fileURLToPath(new URL('../bench/slow-server.mjs', import.meta.url))

export const ROW = {
  calls: IN_A_ROW,
  program: `for (let n = 0; n < ${IN_A_ROW}; n++) await mcp.slow.work({ n })`,
}
export const CROWD = {
  calls: SIDE_BY_SIDE * WAVES,
  program: `for (let wave = 0; wave < ${WAVES}; wave++)
  await Promise.all(Array.from({ length: ${SIDE_BY_SIDE} }, (_, n) => mcp.slow.work({ n })))`,
}

/** Figures of each kind of journal; `open` opens one more in the same folder, or the same database once more. */
export interface JournalBench {
  inSqlite(journal: RunJournal, open: (name: string) => Promise<RunJournal>): Promise<readonly Figure[]>
  inPostgres(journal: RunJournal, url: string, open: () => Promise<RunJournal>): Promise<readonly Figure[]>
}

/** Without PostgreSQL its figures are left out, and that is told. */
export async function inEachJournal({ inSqlite, inPostgres }: JournalBench): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-journal-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, 'ab'.repeat(32), { mode: 0o600 })
  const open = (name: string) => openJournal({ name, keyFile, env: {}, cwd: folder })
  try {
    await using sqlite = await open(join(folder, 'runs.db'))
    const figures = await inSqlite(sqlite, (name) => open(join(folder, name)))
    if (findServerPrograms() === undefined) {
      console.log('skipped  journals in PostgreSQL: test/postgres/install.sh installs it')
      return figures
    }
    // What is durable is flushed, as a server in use does it.
    await using server = await createPostgresServer({ fsync: 'on', full_page_writes: 'on' })
    const url = `postgres://owner:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/postgres`
    await using postgres = await open(url)
    return [...figures, ...(await inPostgres(postgres, url, () => open(url)))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A gateway in front of the tool, without a journal where none is given. */
export function slowGateway(
  runJournal: RunJournal | undefined,
  options: Pick<Parameters<typeof createGateway>[0], 'stubs'> = {},
): Promise<Gateway> {
  return createGateway({
    config: { mcpServers: { slow: { command: process.execPath, args: [SLOW] } } },
    policy: { rules: [], effects_at_once: SIDE_BY_SIDE },
    copy: 'never',
    ...options,
    ...(runJournal === undefined ? {} : { runJournal }),
  })
}
