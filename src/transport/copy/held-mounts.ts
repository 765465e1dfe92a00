/** Who pays for what the kernel does with the mounts of a namespace that nobody is in any more. */
import { close, openSync } from 'node:fs'

/**
 * Keeps the mounts that these processes have, so that those end at once: the last of a namespace takes its mounts away before it is told
 * to have ended, and each overlay among them waits for all processors. Disposing has that done beside us. When we end, however that
 * comes, it is done all the same.
 */
export function holdMounts(pids: readonly number[]): Disposable {
  const held = pids.flatMap((pid) => {
    try {
      return [openSync(`/proc/${pid}/ns/mnt`, 'r')]
    } catch {
      // It has ended, or we have no descriptor left: then it takes a little longer.
      return []
    }
  })
  return { [Symbol.dispose]: () => closeInTurn(held.splice(0)) }
}

/** Never more than one thread of Node's few is waiting. */
function closeInTurn([fd, ...rest]: readonly number[]): void {
  if (fd !== undefined) close(fd, () => closeInTurn(rest))
}
