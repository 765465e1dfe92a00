/** Where Deno is looked for on this machine. */
import { isAbsolute, join } from 'node:path'
import { defined } from '../../base/index.js'
import type { DenoSearch } from './deno-binary.js'
import { platformOf } from './this-platform.js'

type Environment = Readonly<Record<string, string | undefined>>

/** With an environment's PATH and its folder for caches. */
export function denoSearch(env: Environment, denoPath?: string): DenoSearch {
  return {
    platform: platformOf(process.platform, process.arch),
    searchPath: env.PATH ?? env.Path ?? '',
    ...defined({ denoPath, cacheFolder: cacheFolderOf(env) }),
  }
}

/** XDG Base Directory Specification: a relative path is to be ignored. */
function cacheFolderOf({
  XDG_CACHE_HOME: chosen = '',
  LOCALAPPDATA: local = '',
  HOME: home = '',
}: Environment): string | undefined {
  if (isAbsolute(chosen)) return join(chosen, 'understudy')
  if (isAbsolute(local)) return join(local, 'understudy', 'cache')
  return isAbsolute(home) ? join(home, '.cache', 'understudy') : undefined
}
