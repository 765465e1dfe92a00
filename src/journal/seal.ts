/** What a journal holds is raw, since a redacted answer would make a resumed program do something else: so nobody reads it without the key. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { randomBytesOf, UsageError } from '../base/index.js'

export interface Seal {
  /** Hides a text. `where` is bound to it: it opens nowhere else. */
  close(text: string, where: string): string
  /** @throws UsageError JOURNAL_KEY for what was closed with another key, at another place, or changed since */
  open(sealed: string, where: string): string
  /** As the two above, of bytes. */
  closeBytes(bytes: Uint8Array, where: string): Buffer
  openBytes(sealed: Uint8Array, where: string): Buffer
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
    close: (text, where) => prefix + closeBytes(Buffer.from(text), where).toString('base64url'),
    open(sealed, where) {
      if (!sealed.startsWith(prefix)) throw wrongKey('it was written with another key')
      return openBytes(Buffer.from(sealed.slice(prefix.length), 'base64url'), where).toString('utf8')
    },
    closeBytes,
    openBytes,
  }

  function closeBytes(bytes: Uint8Array, where: string): Buffer {
    const nonce = randomBytesOf(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(where))
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }

  function openBytes(sealed: Uint8Array, where: string): Buffer {
    const tagAt = sealed.length - TAG_BYTES
    try {
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(where))
        .setAuthTag(sealed.subarray(tagAt))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()])
    } catch {
      throw wrongKey('an entry was changed, or belongs elsewhere')
    }
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
