/** A world that lacks a folder would answer, and wrongly: an empty folder is a success to most tools. */
import type { Acts } from './acts.js'
import { statusOf } from './file-status.js'
import { namesIn } from './files.js'
import { asBytes, SystemCallError } from './libc.js'
import type { CopiedRoot } from './plan.js'

/** Every folder of `/` and every root is there, and holds something where the original does. @throws Refusal */
export function checkWorld(world: string, roots: readonly CopiedRoot[], acts: Acts): void {
  const folders = namesIn('/')
    .map((name) => `/${name}`)
    .filter((path) => !KERNEL_MADE.has(path))
  for (const path of [...folders, ...roots.map((root) => asBytes(root.path))])
    acts.perform('check', path, () => {
      const original = kindOf(path)
      if (original === 'folder' && namesOrNone(path).length > 0 && namesIn(`${world}${path}`).length === 0)
        throw new Error('the copy has nothing in it')
      if ((original === 'folder' || original === 'link') && kindOf(`${world}${path}`) !== original)
        throw new Error('the copy lacks it')
    })
}

const KERNEL_MADE: ReadonlySet<string> = new Set(['/proc', '/sys', '/dev'])

function kindOf(path: string): string | undefined {
  return orUndefined(() => statusOf(path).kind)
}

function namesOrNone(folder: string): readonly string[] {
  return orUndefined(() => namesIn(folder)) ?? []
}

/** What cannot be seen outside need not be seen inside. */
function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (cause) {
    if (cause instanceof SystemCallError) return undefined
    throw cause
  }
}
