/** What the engine itself says of containers that come and go. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface ContainerEvents extends AsyncDisposable {
  /** Names of this package's containers that were started, and that were removed, since the watch began. */
  readonly started: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/** Listens to the engine. Docker says "destroy" where podman says "remove". Disposing ends the listener. */
export async function watchContainers(engine: string): Promise<ContainerEvents> {
  const child = spawn(engine, ['events', '--filter', 'type=container'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child, 'spawn')
  const started = new Set<string>()
  const removed = new Set<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, event, name] = / container (start|remove|destroy) .*\bname=(understudy-\w+)/.exec(line) ?? []
    if (name !== undefined) (event === 'start' ? started : removed).add(name)
  })
  return {
    started,
    removed,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
