/** Waits for an engine of containers. */
import type { Cited, Proofs } from './proof.js'

const HUNG_ENGINE: Cited = {
  file: 'test/transport/container-engine.test.ts',
  title: 'gives up an engine that hangs, and ends it with all that it started',
}

export const CONTAINER_WAITS: Proofs = {
  // Every command of an engine is run by what that test is about.
  'a container: the version of an engine': [HUNG_ENGINE],
  'a container: the build of an image': [HUNG_ENGINE],
  'a container: that the engine stops and removes it': [HUNG_ENGINE],
}
