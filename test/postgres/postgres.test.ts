/** Everything about PostgreSQL that needs a server. One file: one server for all, and where there is none, one word of it. */
import { afterAll, test } from 'vitest'
import { verifies } from '../verifies.js'
import { findServerPrograms } from './server.mjs'

verifies('replay:postgres', 'recording:stores-alike', 'recording:store-shared', 'recording:nothing-lost')
verifies('rehearsal:stand-ins', 'gateway:team', 'journal:stores-alike', 'journal:several-machines')

if (findServerPrograms() !== undefined) {
  const { server } = await import('./world.js')
  afterAll(() => server[Symbol.asyncDispose]())
  await import('./stores.js')
  await import('./opening.js')
  await import('./connections.js')
  await import('./documents.js')
  await import('./claims.js')
  await import('./notices.js')
  await import('./command-line.js')
  await import('./gateways.js')
  await import('./guide.js')
  await import('./journal.js')
  await import('./owners.js')
  await import('./stand-ins.js')
} else {
  const title =
    'recordings are kept in PostgreSQL (it is not installed; test/postgres/install.sh installs it)'
  // Nobody looks at what was skipped in CI.
  if (process.env.CI) {
    test(title, () => {
      throw new Error(title)
    })
  } else test.skip(title)
}
