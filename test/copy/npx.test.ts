/** A server that `npx` has really fetched, from a registry of the test's own that is gone when it is rehearsed. */
import { describe, expect, it } from 'vitest'
import { readReport } from '../e2e/project.js'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('rehearsal:copies-answer', 'rehearsal:copies-told')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `a server of npx in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('starts from the cache, by its version and without one, and asks no network', async () => {
      await using user = await testUser()
      fetchPackage(user)

      for (const name of ['team-notes@1.0.0', 'team-notes']) {
        const report = rehearsed(user, name)

        expect(report).toMatchObject({
          verdict: 'pass',
          simulated_result: 'kept',
          copies: { servers: ['notes'], not_copied: [], network_attempts: {} },
          contacted: [{ server: 'notes', in: 'copy' }],
        })
        expect(report.calls.map(({ source }) => source)).toEqual(['copy', 'copy'])
      }
      expect(user.sh('ls notes')).toBe('')
    })

    it('is not tried when it was never fetched, and told with what fetches it', async () => {
      await using user = await testUser()

      const told = user.sh(`${user.understudy} tools --copy -- npx -y team-notes@2.0.0 notes 2>&1 || true`)

      expect(told).toContain(
        '"team-notes@2.0.0" is not in the cache: fill it: npx -y -p team-notes@2.0.0 true',
      )
    })

    it('tells what npx says where its cache does not suffice', async () => {
      await using user = await testUser()
      fetchPackage(user)
      user.sh('rm -r .npm/_cacache')

      const told = user.sh(`${user.understudy} tools --copy -- npx -y team-notes notes 2>&1 || true`)

      expect(told).toContain('it did not start there')
      expect(told).toContain('npm error code ENOTCACHED')
    })
  },
)

/** The cache is the user's own: his home is the folder of the test. */
function fetchPackage(user: TestUser): void {
  user.sh(
    [
      'set -e; mkdir notes package',
      `cp ${user.file('test/copy/notes-server.mjs')} package/server.mjs`,
      `echo '{ "name": "team-notes", "version": "1.0.0", "bin": "server.mjs" }' >package/package.json`,
      `sed -i '1i #!/usr/bin/env node' package/server.mjs`,
      'npm pack --silent ./package >/dev/null',
      'mkfifo held',
      `${user.nodePath} ${user.file('test/copy/registry.mjs')} team-notes-1.0.0.tgz <held >origin & exec 3>held`,
      'until [ -s origin ]; do sleep 0.05; done',
      // What is in the cache is kept by the address that it came from; nobody listens there when this is over.
      'echo registry=$(cat origin) >.npmrc',
      'npx -y team-notes@1.0.0 notes </dev/null',
      'exec 3>&-; wait',
    ].join('\n'),
  )
}

function rehearsed(user: TestUser, name: string) {
  user.sh(
    `echo "await mcp.notes.write({ name: 'a.md', text: 'kept' })\nreturn mcp.notes.read({ name: 'a.md' })" >plan.js`,
  )
  return readReport(
    user.sh(`${user.understudy} dry-run plan.js --format json --name notes -- npx -y ${name} notes || true`),
  )
}
