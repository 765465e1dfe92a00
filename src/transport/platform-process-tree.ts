/** Chooses how processes and their descendants are ended on a system. */

import type { ProcessTree } from './process-tree.js'
import { posixProcessTree } from './process-tree.posix.js'
import { windowsProcessTree } from './process-tree.windows.js'

export function processTree(platform: NodeJS.Platform): ProcessTree {
  return platform === 'win32' ? windowsProcessTree : posixProcessTree
}
