/** A receipt is spent once, whoever asks, and whatever process it is. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySpendingRecord, openSpendingRecord } from '../../src/recording/spending-record.js'

const RECEIPT = `sha256:${'ab'.repeat(32)}`

test('a receipt is spent once, also by two that opened the folder at the same time', async () => {
  using folder = temporaryFolder()

  const [one, other] = await Promise.all([openSpendingRecord(folder.path), openSpendingRecord(folder.path)])
  const spent = await Promise.all([one, other, one, other].map((each, i) => each.spend(RECEIPT, `run ${i}`)))

  expect([one.id, one.key]).toEqual([other.id, other.key])
  expect(spent.filter(Boolean)).toHaveLength(1)
  expect(await (await openSpendingRecord(folder.path)).spend(RECEIPT, 'later')).toBe(false)
  expect(await other.spend(`sha256:${'cd'.repeat(32)}`, 'another')).toBe(true)
})

test('its key is for its owner alone, and one that was broken is no new one', async () => {
  using folder = temporaryFolder()
  const { key } = await openSpendingRecord(folder.path)
  const path = join(folder.path, 'journal.json')

  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toContain(key)
  writeFileSync(path, '{')
  await expect(openSpendingRecord(folder.path)).rejects.toThrow(/Cannot read the key of receipts/)
})

test('where it cannot be written nothing is spent, and that is told', async () => {
  using folder = temporaryFolder()
  const record = await openSpendingRecord(folder.path)
  rmSync(folder.path, { recursive: true })

  await expect(record.spend(RECEIPT, 'run')).rejects.toThrow(/Cannot use the record of spent receipts/)
})

test('in memory it is spent once as well', async () => {
  const record = memorySpendingRecord()

  expect([await record.spend(RECEIPT, 'a'), await record.spend(RECEIPT, 'b')]).toEqual([true, false])
})

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'spent-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
