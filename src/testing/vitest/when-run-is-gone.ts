/** The last resort when vitest itself is gone: its workers go on for as long as something runs in them. */

/** One set for the process, because its end is one event: a listener for each server would trip Node's leak warning. */
const open = new Set<() => void>()

/** Calls `work` should the process that runs the tests lose the one that started it. Returns how to take that back. */
export function whenRunIsGone(work: () => void): () => void {
  if (open.size === 0) process.on('disconnect', doAll)
  open.add(work)
  return () => {
    open.delete(work)
    if (open.size === 0) process.off('disconnect', doAll)
  }
}

function doAll(): void {
  for (const work of open) work()
}
