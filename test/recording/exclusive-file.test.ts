/** The lock of a cassette where there is no SQLite, against others of its kind and against that of SQLite. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createExclusiveFile } from '../../src/recording/cassette/exclusive-file.js'
import { createFileLock } from '../../src/recording/cassette/file-lock.js'
import { verifies } from '../verifies.js'
import { createScratchFolder } from './scratch-folder.js'

verifies('recording:store-shared')

const AT_ONCE = { lockTimeoutMs: 0 }

it('an exclusive file is there while the work is done, says who has it, and is gone afterwards, also when the work fails', async () => {
  await using folder = await createScratchFolder()
  const path = join(folder.path, 'a.jsonl.lock')
  const lock = createExclusiveFile(path, AT_ONCE)

  expect(await lock.hold(() => [readdirSync(folder.path), readFileSync(path, 'utf8')])).toEqual([
    ['a.jsonl.lock'],
    `process ${process.pid}`,
  ])
  await expect(
    lock.hold(() => {
      throw new Error('of the work')
    }),
  ).rejects.toThrow('of the work')
  expect(readdirSync(folder.path)).toEqual([])
})

it('nobody gets an exclusive file while another process has it, with or without SQLite', async () => {
  await using folder = await createScratchFolder()
  const path = join(folder.path, 'a.jsonl.lock')
  writeFileSync(path, 'process 4711')

  for (const create of [createExclusiveFile, createFileLock])
    await expect(create(path, AT_ONCE).hold(() => 'done')).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringContaining('process 4711 has it'),
    })
  expect(readdirSync(folder.path)).toEqual(['a.jsonl.lock'])
})

it('nobody gets an exclusive file while another one writes by SQLite, and then it is free', async () => {
  await using folder = await createScratchFolder()
  const path = join(folder.path, 'a.jsonl.lock')
  const sqlite = createFileLock(path, AT_ONCE)
  const exclusive = createExclusiveFile(path, AT_ONCE)
  await sqlite.hold(() => undefined)

  await expect(exclusive.hold(() => 'done')).rejects.toMatchObject({ code: 'STORE_LOCKED' })
  await sqlite.close()
  expect(await exclusive.hold(() => 'done')).toBe('done')
  expect(await sqlite.hold(() => 'done')).toBe('done')
  await sqlite.close()
})
