/** What is at a place of the disk now, as a digest: the same however it was touched, packed or written again with equal bytes. */
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { digest, digestOfBytes } from '../base/index.js'
import { indexText, type WorldFact } from '../sequence/index.js'
import { fileDigest } from './file-digest.js'
import { readIgnores } from './git-ignores.js'

/** `sha256:…`; null where there is nothing. */
export async function lookAt({ kind, path }: Pick<WorldFact, 'kind' | 'path'>): Promise<string | null> {
  switch (kind) {
    case 'file':
      return (await stateOf(path)) ?? null
    case 'folder':
      return (await stateOf(path)) === undefined ? null : digest(await statesBelow(path))
    case 'repository':
      return repositoryDigest(path)
    case 'reference':
      return (await referenceIn(path)) ?? null
  }
}

async function stateOf(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path)
    if (found.isSymbolicLink()) return digest({ link: await readlink(path) })
    if (found.isDirectory()) return 'folder'
    return (await fileDigest(path)) ?? 'unreadable'
  } catch {
    // Nothing is there, or nobody may look.
    return undefined
  }
}

async function statesBelow(
  folder: string,
  at = '',
  isLeftOut: (path: string, isFolder: boolean) => boolean = () => false,
) {
  const states: Record<string, string> = {}
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = at === '' ? entry.name : `${at}/${entry.name}`
    // A repository's own files say nothing that its head and its index do not.
    if (entry.name === '.git') continue
    if (isLeftOut(path, entry.isDirectory())) continue
    if (entry.isDirectory()) Object.assign(states, await statesBelow(folder, path, isLeftOut))
    else states[path.toWellFormed()] = (await stateOf(join(folder, path))) ?? 'gone'
  }
  return states
}

async function repositoryDigest(folder: string): Promise<string | null> {
  const git = join(folder, '.git')
  const head = await readFile(join(git, 'HEAD'), 'utf8').catch(() => undefined)
  if (head === undefined) return null
  const branch = /^ref: (.+)$/m.exec(head)?.[1]
  const ignores = await readIgnores(folder)
  return digest({
    head: head.trim(),
    ...(branch === undefined ? {} : { at: (await referenceIn(join(git, branch))) ?? null }),
    index: await indexEntries(join(git, 'index')),
    files: await statesBelow(folder, '', ignores),
  })
}

/** What a reference names, loose or packed; `path` below a folder `.git`. */
async function referenceIn(path: string): Promise<string | undefined> {
  const match = /^(.*\/\.git)\/(.+)$/.exec(resolve(path))
  if (match === null) return undefined
  const [, git = '', name = ''] = match
  const loose = await readFile(path, 'utf8').catch(() => undefined)
  if (loose !== undefined) return loose.trim()
  const packed = await readFile(join(git, 'packed-refs'), 'utf8').catch(() => '')
  return packed
    .split('\n')
    .flatMap((line) => (line.endsWith(` ${name}`) ? [line.slice(0, line.indexOf(' '))] : []))[0]
}

/** Without the times of files, which a look refreshes: mode, hash, stage and name of each. Versions that nobody here reads count whole. */
async function indexEntries(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return null
  return digestOfBytes(indexText(bytes) ?? bytes)
}
