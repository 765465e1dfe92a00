/** The last resort when our own process exits while containers of it still run. */
import { spawnSync } from 'node:child_process'
import type { ContainerEngine } from './engine.js'

/** One set for the process, because its exit is one event: a listener for each container would trip Node's leak warning. */
const running = new Map<string, ContainerEngine>()

/** Removes the container should this process exit before the returned function is called. */
export function removeAtExit(name: string, engine: ContainerEngine): () => void {
  if (running.size === 0) process.on('exit', removeAll)
  running.set(name, engine)
  return () => {
    running.delete(name)
    if (running.size === 0) process.off('exit', removeAll)
  }
}

/** Kills first: a removal may wait for what does not listen. */
function removeAll(): void {
  const options = { stdio: 'ignore', timeout: 5000 } as const
  for (const engine of new Set([...running.values()].map(({ name }) => name))) {
    const names = [...running].flatMap(([name, its]) => (its.name === engine ? [name] : []))
    spawnSync(engine, ['kill', ...names], options)
    spawnSync(engine, ['rm', '--force', ...names], options)
  }
}
