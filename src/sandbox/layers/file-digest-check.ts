/** Holds a large file against a digest, and remembers of which file it was true: to read it all takes a tenth of a second or more. */
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { randomName } from '../../base/index.js'

/**
 * Whether the file has this SHA-256 (hexadecimal). True without reading it where one of `memories`, files in folders that only the user
 * or the installer writes, says so of this very file, as it is now: its inode, size, and the times of its last changes, of which nobody
 * can set the second. What was read and is true is written to the first of them that takes it.
 * @throws the error of the file system when the file cannot be read
 */
export async function hasDigest(file: string, sha256: string, memories: readonly string[]): Promise<boolean> {
  const before = identityOf(file)
  const proof = `${sha256} ${before}\n`
  if (isRemembered(proof, memories)) return true
  if ((await sha256Of(file)) !== sha256) return false
  // A file that was changed while it was read is looked at again the next time.
  if (identityOf(file) === before) remember(proof, memories)
  return true
}

function identityOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

function isRemembered(proof: string, memories: readonly string[]): boolean {
  return memories.some((memory) => {
    try {
      return readFileSync(memory, 'utf8') === proof
    } catch {
      // What cannot be read says nothing.
      return false
    }
  })
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(part)
  return hash.digest('hex')
}

function remember(proof: string, memories: readonly string[]): void {
  for (const memory of memories) {
    try {
      mkdirSync(dirname(memory), { recursive: true, mode: 0o700 })
      const whole = `${memory}.${randomName()}`
      writeFileSync(whole, proof, { mode: 0o600, flag: 'wx' })
      renameSync(whole, memory)
      return
    } catch {
      // A folder that only another user may write: the next one, or the file is read again the next time.
    }
  }
}
