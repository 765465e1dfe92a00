/** Trees by parent. Console programs cannot be asked to end on Windows; a descendant whose parent has ended is not reached. */
import { spawnSync } from 'node:child_process'
import type { ProcessTree } from './process-tree.js'

export const windowsProcessTree: ProcessTree = {
  isDetached: false,
  terminate: killTree,
  kill: killTree,
  isAlive(pid) {
    try {
      return process.kill(pid, 0)
    } catch {
      // ESRCH: it has ended.
      return false
    }
  },
}

function killTree(pid: number): void {
  // Exit codes tell only that the process had ended before.
  spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' })
}
