/** The last resort when our own process exits while servers still run. */

/** One set for the process, because its exit is one event: a listener for each server would trip Node's leak warning. */
const running = new Map<number, (pid: number) => void>()

/** Calls `kill` with `pid` should this process exit before the returned function is called. */
export function killAtExit(pid: number, kill: (pid: number) => void): () => void {
  if (running.size === 0) process.on('exit', killAll)
  running.set(pid, kill)
  return () => {
    running.delete(pid)
    if (running.size === 0) process.off('exit', killAll)
  }
}

function killAll(): void {
  for (const [pid, kill] of running) kill(pid)
}
