/** The key of a journal: a file that its owner alone may read, outside of every project. */
import { existsSync } from 'node:fs'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { messageOf, randomBytesOf, randomName, UsageError } from '../base/index.js'
import { claimFolder } from '../database/index.js'

/**
 * Reads the key of a file that was named: 64 hexadecimal digits.
 * @throws UsageError JOURNAL_KEY for a file that cannot be read, holds no key, or may be read by others
 */
export async function readJournalKey(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw refused(path, messageOf(cause), 'make one with: openssl rand -hex 32, in a file of mode 0600')
  })
  if (!/^[0-9a-f]{64}\s*$/i.test(text))
    throw refused(path, 'it does not hold 64 hexadecimal digits', 'make one with: openssl rand -hex 32')
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw refused(path, 'others may read it', `chmod 600 ${path}`)
  return Buffer.from(text.trim(), 'hex')
}

/** The key of this user of this machine, made when there is none. */
export async function ownJournalKey(env: Readonly<Record<string, string | undefined>>): Promise<Buffer> {
  const folder = env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config')
  const path = resolve(folder, 'understudy', 'journal.key')
  const file = await claimFolder(path)
  if (!existsSync(file)) await makeKey(file)
  return readJournalKey(file)
}

/** Whole before it has its name: of two who make it at once, both read the one that was first. */
async function makeKey(file: string): Promise<void> {
  const fresh = `${file}.${randomName()}`
  await writeFile(fresh, `${randomBytesOf(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(fresh, file)
  } catch (failure) {
    if (!existsSync(file))
      throw refused(file, messageOf(failure), 'check the folder, or name a key of your own')
  } finally {
    await rm(fresh)
  }
}

function refused(path: string, found: string, hint: string): UsageError {
  return new UsageError('JOURNAL_KEY', `Cannot use the key of a journal "${path}": ${found}`, { hint })
}
