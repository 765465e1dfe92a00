/** What the engine itself says of containers that come and go. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface ContainerEvents extends AsyncDisposable {
  /** Names of the containers that were started, and that were removed, in the last minute and since. */
  readonly started: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

/**
 * Listens to the engine, for the containers that carry the label. Docker says "destroy" where podman says "remove".
 * Disposing ends the listener, and rejects when it had ended by itself: what came after that was not heard.
 */
export async function watchContainers(engine: string, label: string): Promise<ContainerEvents> {
  // What happens before the engine listens is told too.
  const child = spawn(engine, ['events', '--filter=type=container', '--since=1m'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  const started = new Set<string>()
  const removed = new Set<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, event, name] = / container (start|remove|destroy) .*\bname=([\w-]+)/.exec(line) ?? []
    if (name !== undefined && line.includes(label)) (event === 'start' ? started : removed).add(name)
  })
  return {
    started,
    removed,
    async [Symbol.asyncDispose]() {
      const isListening = child.kill()
      await ended
      if (!isListening) throw new Error(`"${engine} events" ended with ${child.exitCode}`)
    },
  }
}
