/** What a local file holds now, for whoever wants to know whether it is still the same. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { digestOfBytes, essenceOfIndex } from '../base/index.js'

/** `sha256:…` of its contents, and of a repository's index of what says something there; undefined where there is no file that can be read: what is no plain file is not opened. */
export async function fileDigest(path: string): Promise<string | undefined> {
  try {
    const { size, ...found } = await stat(path).then((each) => ({ size: each.size, isFile: each.isFile() }))
    if (!found.isFile || size > MOST_BYTES) return undefined
    if (path.endsWith('/index')) return indexDigest(await readFile(path))
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
    return `sha256:${hash.digest('hex')}`
  } catch {
    // Not there, or closed to us: the same for whoever compares.
    return undefined
  }
}

/** Git writes it anew when it is only asked for the status. */
function indexDigest(bytes: Buffer): string {
  return digestOfBytes(essenceOfIndex(bytes) ?? bytes)
}

/** 256 MiB. */
const MOST_BYTES = 268_435_456
