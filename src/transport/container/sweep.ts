/** Removes what earlier processes left behind: one that was killed could not. */
import type { Clock } from '../../base/index.js'
import type { ContainerEngine } from './engine.js'
import { isOwnerAlive, OWNER_LABEL, PLACE_LABEL, thisPlace } from './owner.js'
import { removeContainers } from './remove-container.js'

/**
 * Removes the containers of this user whose owner is gone, once a process and engine; those of other machines and users are left.
 * Never rejects: whatever is wrong with the engine, the start that follows tells it better.
 */
export function sweepOnce(engine: ContainerEngine, clock: Clock): Promise<void> {
  const sweeping = swept.get(engine.name) ?? sweep(engine, clock).catch(() => undefined)
  swept.set(engine.name, sweeping)
  return sweeping
}

/** One promise an engine: whoever starts a container waits for the same look. */
const swept = new Map<string, Promise<void>>()

async function sweep(engine: ContainerEngine, clock: Clock): Promise<void> {
  const ours = ['ps', '--all', '--quiet', `--filter=label=${PLACE_LABEL}=${thisPlace()}`]
  const ids = linesOf((await engine.run(ours)).stdout)
  if (ids.length === 0) return
  const format = `{{.Id}} {{index .Config.Labels "${OWNER_LABEL}"}}`
  const owners = linesOf(
    (await engine.run(['inspect', '--type=container', `--format=${format}`, ...ids])).stdout,
  )
  const orphans = owners.flatMap((line) => {
    const [id = '', owner = ''] = line.split(' ')
    return isOwnerAlive(owner) ? [] : [id]
  })
  if (orphans.length > 0) await removeContainers(engine, orphans, { kind: 'kill' }, clock)
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}
