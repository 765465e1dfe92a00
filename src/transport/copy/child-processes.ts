/** Who was started by whom, read from /proc. */
import { readFileSync } from 'node:fs'

/** The processes that `pid` has started and that still run; none when it is gone. */
export function childProcesses(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text
      .split(' ')
      .filter((word) => word !== '')
      .map(Number)
  } catch {
    // It has ended.
    return []
  }
}
