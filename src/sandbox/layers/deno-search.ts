/** Where Deno is looked for on this machine. */
import { join } from 'node:path'
import { cacheFolder, defined, type Environment } from '../../base/index.js'
import type { DenoSearch } from './deno-binary.js'
import { platformOf } from './this-platform.js'

/** With an environment's PATH and its folder for caches. */
export function denoSearch(env: Environment, denoPath?: string): DenoSearch {
  const caches = cacheFolder(env)
  return {
    platform: platformOf(process.platform, process.arch),
    searchPath: env.PATH ?? env.Path ?? '',
    ...defined({ denoPath, cacheFolder: caches === undefined ? undefined : join(caches, 'understudy') }),
  }
}
