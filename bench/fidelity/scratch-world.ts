/** The folder in which a case is run for real and rehearsed: filled anew before each run, at the same path, so that arguments stay the same. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { FidelityCase } from './fidelity-case.js'

export interface ScratchWorld extends Disposable {
  readonly folder: string
  /** Empties the folder, and fills it as the case says. The folder itself stays: servers have it open. */
  fill(of: FidelityCase): void
  /** Texts by path, but for what servers keep for themselves: `.git` and logs. */
  texts(): Readonly<Record<string, string>>
  /** With `FOLDER` told. */
  told(text: string): string
}

/** Git makes the same commits of the same files, however often the folder is filled. */
const SAME_COMMITS = { GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' }
const OWN = new Set(['.git', 'tickets.log', 'server.log'])

export function createScratchWorld(): ScratchWorld {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'fidelity-')))
  const folder = join(place, 'data')
  mkdirSync(folder)
  const told = (text: string): string => text.replaceAll('FOLDER', folder)
  return {
    folder,
    told,
    fill({ files, prepare }) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      for (const [path, text] of Object.entries(files)) {
        const whole = join(folder, path)
        mkdirSync(path.endsWith('/') ? whole : dirname(whole), { recursive: true })
        if (!path.endsWith('/')) writeFileSync(whole, told(text))
      }
      const env = { ...process.env, ...SAME_COMMITS }
      if (prepare !== undefined)
        execFileSync('sh', ['-ec', told(prepare)], { cwd: folder, stdio: 'pipe', env })
    },
    texts: () => Object.fromEntries(textsBelow(folder).map(([path, text]) => [relative(folder, path), text])),
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  }
}

function textsBelow(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (OWN.has(entry.name)) return []
    if (entry.isDirectory()) return [[path, ''] as const, ...textsBelow(path)]
    return [[path, readFileSync(path, 'latin1')] as const]
  })
}
