/** Which receipts were spent: the part of a run's journal that a receipt names. */
import { constants } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { messageOf, randomName, randomSecret, StoreError } from '../base/index.js'

/**
 * A receipt is spent once, durably, before the first effect leaves. All that use one record see the same, whatever process they are.
 * Rejects with StoreError where it cannot be known whether a receipt was spent: whoever asked does nothing then.
 */
export interface SpendingRecord {
  /** Names it: what a receipt of it says. */
  readonly id: string
  /** The key of the digests in its receipts, and of their seals. */
  readonly key: string
  /** True when the run has spent the receipt now, false when it was spent before. */
  spend(receipt: string, run: string): Promise<boolean>
}

/** Lives as long as the process, and so do its receipts. */
export function memorySpendingRecord(): SpendingRecord {
  const spent = new Set<string>()
  return {
    id: randomName(),
    key: randomSecret(),
    spend(receipt) {
      const isNew = !spent.has(receipt)
      spent.add(receipt)
      return Promise.resolve(isNew)
    },
  }
}

/** The user's own, outside of every project: `$XDG_STATE_HOME/understudy/receipts`, or below `~/.local/state`. */
export function defaultSpendingFolder(env: Readonly<Record<string, string | undefined>>): string {
  const state = env.XDG_STATE_HOME ?? join(env.HOME ?? homedir(), '.local', 'state')
  return join(state, 'understudy', 'receipts')
}

/**
 * A folder that its owner alone may read: its name and key in one file, and an empty file for each receipt that was spent, which the
 * file system lets one process make. Not for network file systems.
 * @throws StoreError STORE_UNREADABLE, STORE_CORRUPT
 */
export async function openSpendingRecord(folder: string): Promise<SpendingRecord> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { id, key } = await readIdentity(folder)
    return { id, key, spend: (receipt, run) => spendIn(folder, receipt, run) }
  } catch (failure) {
    throw failure instanceof StoreError ? failure : unusable(folder, failure)
  }
}

async function readIdentity(folder: string): Promise<Pick<SpendingRecord, 'id' | 'key'>> {
  const path = join(folder, 'journal.json')
  const text = await readFile(path, 'utf8').catch(nothingThere)
  const found = parsedIdentity(text ?? (await makeIdentity(path)))
  if (found !== undefined) return found
  throw new StoreError(
    'STORE_CORRUPT',
    `Cannot read the key of receipts "${path}": it is not what was written there`,
    {
      hint: 'remove it; receipts that were made with it can then be spent nowhere',
      data: { path },
    },
  )
}

/** Whole or not at all: of two processes that make one at once the first one's counts. */
async function makeIdentity(path: string): Promise<string> {
  const temporary = `${path}.${randomName()}.tmp`
  await writeDurably(
    temporary,
    JSON.stringify({ id: randomName(), key: `${randomSecret()}${randomSecret()}` }),
  )
  try {
    await link(temporary, path).catch(unlessThere)
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(path, 'utf8')
}

function parsedIdentity(text: string): Pick<SpendingRecord, 'id' | 'key'> | undefined {
  try {
    const { id, key } = JSON.parse(text) as Partial<SpendingRecord>
    return typeof id === 'string' && typeof key === 'string' && key.length >= 32 ? { id, key } : undefined
  } catch {
    // Half a file, or somebody else's.
    return undefined
  }
}

async function spendIn(folder: string, receipt: string, run: string): Promise<boolean> {
  const name = `spent-${receipt.replaceAll(/[^0-9a-f]/g, '')}`
  try {
    await writeDurably(join(folder, name), run)
    await flushFolder(folder)
    return true
  } catch (failure) {
    if (codeOf(failure) === 'EEXIST') return false
    throw unusable(folder, failure)
  }
}

/** @throws what the file system says, EEXIST where there is one */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** That the file is there has to last, too; Windows opens no folders. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, constants.O_RDONLY).catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

function nothingThere(failure: unknown): undefined {
  if (codeOf(failure) !== 'ENOENT') throw failure
}

function unlessThere(failure: unknown): void {
  if (codeOf(failure) !== 'EEXIST') throw failure
}

function codeOf(failure: unknown): unknown {
  return failure instanceof Error && 'code' in failure ? failure.code : undefined
}

function unusable(folder: string, cause: unknown): StoreError {
  return new StoreError(
    'STORE_UNREADABLE',
    `Cannot use the record of spent receipts "${folder}": ${messageOf(cause)}`,
    {
      hint: 'check the folder and its permissions',
      data: { path: folder },
      cause,
    },
  )
}
