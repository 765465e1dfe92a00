/** One process, known by its id alone: whoever started it is somebody else. */
import { codeOf } from '../base/index.js'
import { isLivingProcess } from './process-tree.posix.js'

/** True while it runs; one that has ended and was not collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (failure) {
    // EPERM: it is there, and belongs to another user.
    return codeOf(failure) === 'EPERM'
  }
  return isLivingProcess(pid)
}

/** Ends it without asking. Does nothing when it is gone, or not ours to end. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ESRCH and EPERM: nobody is there, or nobody whom we may end.
  }
}
