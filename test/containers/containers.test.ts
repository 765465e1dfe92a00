/** Everything about containers that needs an engine. One file, so that a machine without one shows one skipped test, and why. */
import { afterAll, test } from 'vitest'
import { verifies } from '../verifies.js'
import { RUN_LABEL, removeImages } from './base-image.js'
import { watchContainers } from './container-events.js'
import { ENGINE_STATE } from './engine-state.js'

verifies('client:engine-fixture', 'client:image-once', 'client:container-fixture', 'client:container-stdin')
verifies(
  'client:container-env',
  'client:container-volume',
  'client:container-ready',
  'client:container-removed',
)
verifies('client:container-client', 'client:scope-container', 'client:scope-engine', 'kit:containers')

if (ENGINE_STATE.kind === 'answers') {
  await tellCounts(ENGINE_STATE)
  await import('./talking.js')
  await import('./images.js')
  await import('./endings.js')
  await import('./fixtures.js')
  await import('./command-line.js')
  await import('./guide.js')
} else {
  const hint = 'test/containers/install-engine.sh installs one'
  test.skip(`containers run on a real engine (${ENGINE_STATE.reason}; ${hint})`)
}

/** The engine's own word that the containers of this run were real, and that none is left. */
async function tellCounts({
  name,
  version,
}: {
  readonly name: string
  readonly version: string
}): Promise<void> {
  const events = await watchContainers(name, RUN_LABEL)
  const { engine, eventually, namesOfClients } = await import('./world.js')
  afterAll(async () => {
    await eventually(() => {
      const unheard = [...namesOfClients].filter((each) => !events.started.has(each))
      if (unheard.length > 0) throw new Error(`The engine tells nothing of ${unheard.join(', ')}`)
      const left = [...events.started].filter((each) => !events.removed.has(each))
      if (left.length > 0) throw new Error(`Containers are left: ${left.join(', ')}`)
    })
    await events[Symbol.asyncDispose]()
    await removeImages(await engine())
    const removed = [...events.started].filter((each) => events.removed.has(each))
    const counts = `${events.started.size} containers started, ${removed.length} removed`
    process.stdout.write(`\nContainer engine ${name} ${version}: ${counts}\n`)
  }, 60_000)
}
