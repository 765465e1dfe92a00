/** The processes that this test process has started, as the kernel tells. */
import { readdir, readFile } from 'node:fs/promises'

/** The ids of living children; where there is no /proc, none. */
export async function childPids(): Promise<number[]> {
  try {
    const threads = await readdir('/proc/self/task')
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8')),
    )
    return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  } catch {
    // Not Linux: nothing to look at.
    return []
  }
}

/** The command that a process runs, as the kernel names it; undefined when it is gone. */
export async function commandOf(pid: number): Promise<string | undefined> {
  try {
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim()
  } catch {
    // The process ended in the meantime.
    return undefined
  }
}
