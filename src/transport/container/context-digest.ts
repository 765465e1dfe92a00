/** The identity of what an image is built from. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { ImageBuild } from './container-target.js'

/**
 * A digest of every file of the context, also of those that a `.dockerignore` leaves out, of the Dockerfile and the stage.
 * @throws what the file system throws
 */
export async function contextDigest({ context, dockerfile, target }: ImageBuild): Promise<string> {
  const hash = createHash('sha256')
  add(hash, 'stage', target ?? '')
  if (dockerfile !== undefined) add(hash, 'dockerfile', await readFile(resolve(dockerfile)))
  const entries = await readdir(resolve(context), { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
  for (const { entry, path } of paths.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    add(hash, 'path', relative(resolve(context), path))
    if (entry.isSymbolicLink()) add(hash, 'link', await readlink(path))
    // Pipes and sockets would never end.
    if (entry.isFile()) await addFile(hash, path)
  }
  return hash.digest('hex')
}

async function addFile(hash: Hash, path: string): Promise<void> {
  const { mode, size } = await stat(path)
  add(hash, 'file', `${mode & 0o777} ${size}`)
  for await (const chunk of createReadStream(path)) hash.update(chunk)
}

/** With its length before it: two lists of parts never look alike. */
function add(hash: Hash, kind: string, value: string | Uint8Array): void {
  hash.update(`${kind} ${Buffer.byteLength(value)} `).update(value)
}
