/** What a local file holds now, for whoever wants to know whether it is still the same. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** `sha256:…` of its contents; undefined where there is no file that can be read: what is no plain file is not opened. */
export async function fileDigest(path: string): Promise<string | undefined> {
  try {
    const { size, ...found } = await stat(path).then((each) => ({ size: each.size, isFile: each.isFile() }))
    if (!found.isFile || size > MOST_BYTES) return undefined
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
    return `sha256:${hash.digest('hex')}`
  } catch {
    // Not there, or closed to us: the same for whoever compares.
    return undefined
  }
}

/** 256 MiB. */
const MOST_BYTES = 268_435_456
