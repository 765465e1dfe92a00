/** Everything about containers that needs an engine. One file, so that a machine without one shows one skipped test, and why. */
import { aroundAll, test } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { verifies } from '../verifies.js'
import { RUN_LABEL, removeImages } from './base-image.js'
import { containerEvents } from './container-events.js'
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
  await import('./recorder.js')
  await import('./guide.js')
  await import('./router.js')
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
  const since = new Date(systemClock.now())
  const { engine, eventually, namesOfClients } = await import('./world.js')
  // Around, and not after: only then are the containers gone that tests of the file shared.
  aroundAll(async (runTests) => {
    await runTests()
    await eventually(async () => {
      const until = new Date(systemClock.now())
      const { started, removed } = await containerEvents(await engine(), RUN_LABEL, { since, until })
      const unheard = [...namesOfClients].filter((each) => !started.has(each))
      if (unheard.length > 0) throw new Error(`The engine tells nothing of ${unheard.join(', ')}`)
      const left = [...started].filter((each) => !removed.has(each))
      if (left.length > 0) throw new Error(`Containers are left: ${left.join(', ')}`)
      // One that could not be started is removed too.
      const both = [...started].filter((each) => removed.has(each))
      const counts = `${started.size} containers started, ${both.length} removed`
      process.stdout.write(`\nContainer engine ${name} ${version}: ${counts}\n`)
    })
    await removeImages(await engine())
  })
}
