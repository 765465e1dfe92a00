/** The last resort when our own process exits while containers of it still run. */
import { spawn } from 'node:child_process'
import type { ContainerEngine } from './engine.js'

/** One set for the process, because its exit is one event: a listener for each container would trip Node's leak warning. */
const running = new Map<string, ContainerEngine>()

/** Has the container removed should this process exit before the returned function is called. */
export function removeAtExit(name: string, engine: ContainerEngine): () => void {
  if (running.size === 0) process.on('exit', removeAll)
  running.set(name, engine)
  return () => {
    running.delete(name)
    if (running.size === 0) process.off('exit', removeAll)
  }
}

/** An engine that hangs must not hold the exit: whoever removes them outlives us. */
function removeAll(): void {
  for (const engine of new Set([...running.values()].map(({ name }) => name))) {
    const names = [...running].flatMap(([name, its]) => (its.name === engine ? [name] : []))
    const [command, args] = removal(engine, names)
    spawn(command, args, { detached: true, stdio: 'ignore' })
      // An engine that is gone has no containers.
      .on('error', () => undefined)
      .unref()
  }
}

/** Kills first: a removal may wait for what does not listen. */
function removal(engine: string, names: readonly string[]): [command: string, args: readonly string[]] {
  if (process.platform === 'win32') return [engine, ['rm', '--force', ...names]]
  return ['sh', ['-c', '"$0" kill "$@"; "$0" rm --force "$@"', engine, ...names]]
}
