/** Which files of a repository git leaves out: gitignore(5), as far as the repository itself says it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Ignores = (path: string, isFolder: boolean) => boolean

/** Reads the rules of every folder that is not ignored itself. Paths are told from the repository's folder, with slashes. */
export async function readIgnores(folder: string): Promise<Ignores> {
  const rules: IgnoreRule[] = [...rulesIn(await textOf(join(folder, '.git', 'info', 'exclude')), '')]
  const ignores: Ignores = (path, isFolder) =>
    rules.findLast((rule) => (isFolder || !rule.isForFolders) && rule.matches(path))?.isIgnored ?? false
  await readBelow('')
  return ignores

  async function readBelow(at: string): Promise<void> {
    rules.push(...rulesIn(await textOf(join(folder, at, '.gitignore')), at))
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory() && entry.name !== '.git' && !ignores(path, true)) await readBelow(path)
    }
  }
}

interface IgnoreRule {
  readonly isIgnored: boolean
  readonly isForFolders: boolean
  readonly matches: (path: string) => boolean
}

function rulesIn(text: string, at: string): readonly IgnoreRule[] {
  return text.split('\n').flatMap((line): readonly IgnoreRule[] => {
    const written = withoutEndBlanks(line.replace(/\r$/, ''))
    if (written === '' || written.startsWith('#')) return []
    const isIgnored = !written.startsWith('!')
    const pattern = written.replace(/^!/, '').replace(/^\\([#!])/, '$1')
    const isForFolders = pattern.endsWith('/')
    const plain = pattern.replace(/\/$/, '')
    const prefix = at === '' ? '' : `${escaped(at)}/`
    // Without a slash before its end it counts at every depth.
    const anchor = plain.includes('/') ? '' : '(?:.*/)?'
    const expression = new RegExp(`^${prefix}${anchor}${globOf(plain.replace(/^\//, ''))}$`)
    return [{ isIgnored, isForFolders, matches: (path) => expression.test(path) }]
  })
}

/** But for a blank behind a backslash. gitignore(5). */
function withoutEndBlanks(line: string): string {
  const bare = line.trimEnd()
  return bare.endsWith('\\') ? bare + line.charAt(bare.length) : bare
}

function globOf(pattern: string): string {
  return pattern
    .split(/(\*\*\/|\/\*\*$|\*|\?|\[!?[^\]]{1,200}\])/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?'
      if (part === '/**') return '/.*'
      if (part === '*') return '[^/]*'
      if (part === '?') return '[^/]'
      if (/^\[.+\]$/.test(part)) return part.replace(/^\[!/, '[^')
      return escaped(part.replace(/\\(.)/g, '$1'))
    })
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

async function textOf(path: string): Promise<string> {
  // What is not there says nothing.
  return readFile(path, 'utf8').catch(() => '')
}
