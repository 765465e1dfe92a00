/** What a journal holds is raw, since a redacted answer would make a resumed program do something else: so nobody reads it without the key. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { randomBytesOf, UsageError } from '../base/index.js'

export interface Seal {
  /** Hides a text. `where` is bound to it: it opens nowhere else. */
  close(text: string, where: string): string
  /** @throws UsageError JOURNAL_KEY for what was closed with another key, at another place, or changed since */
  open(sealed: string, where: string): string
  /** A key for another purpose, from which nobody finds this one: 64 hexadecimal digits. */
  keyFor(purpose: string): string
}

/** AES-256-GCM with a fresh nonce for each text. `key`: 32 bytes. */
export function createSeal(key: Buffer): Seal {
  // Tells a wrong key from damage, and nothing of the key.
  const mark = createHash('sha256').update('understudy journal key').update(key).digest('hex').slice(0, 8)
  const prefix = `${FORMAT}.${mark}.`
  return {
    keyFor: (purpose) => createHmac('sha256', key).update(`understudy ${purpose}`).digest('hex'),
    close(text, where) {
      const nonce = randomBytesOf(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(where))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()]
      return prefix + Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, where) {
      if (!sealed.startsWith(prefix)) throw wrongKey('it was written with another key')
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      const tagAt = bytes.length - TAG_BYTES
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(where))
          .setAuthTag(bytes.subarray(tagAt))
        const text = decipher.update(bytes.subarray(NONCE_BYTES, tagAt))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        throw wrongKey('an entry was changed, or belongs elsewhere')
      }
    },
  }
}

function wrongKey(found: string): UsageError {
  return new UsageError('JOURNAL_KEY', `Cannot read the journal of runs: ${found}`, {
    hint: 'name the file of its key with --journal-key or UNDERSTUDY_JOURNAL_KEY',
  })
}

const ALGORITHM = 'aes-256-gcm'
const FORMAT = 'u1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
