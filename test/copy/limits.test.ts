/** What runs in a copy has bounds, and whatever ends it says which one it was. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:limits')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `limits of a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it.each(BARE_STANDINGS)('end it when its processes hold too much memory, as %s', async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world({ maxMemoryBytes: 200 * 1_048_576 })

      const run = await world.run({
        command: user.nodePath,
        args: ['-e', 'const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 10)'],
      })

      expect(run).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
      await expect(world.sh('true')).rejects.toMatchObject({ code: 'COPY_LIMIT', data: { limit: 'memory' } })
      await expect(world.changes()).rejects.toMatchObject({ code: 'COPY_LIMIT' })
      expect(user.sh(`ps -o pid= --ppid ${user.pid} | wc -l`).trim()).toBe('0')
    })

    it('end it when too many processes run, and not at one less', async () => {
      await using user = await testUser()
      await using world = await user.world({ maxProcesses: 20 })
      const many = (count: number) => `for i in $(seq ${count}); do sleep 1000 & done; echo started; wait`

      // The shell is one of them, and who waits for the end of its session.
      const few = world.sh(`for i in $(seq 17); do sleep 2 & done; wait; echo whole`)
      expect(await few).toMatchObject({ stdout: 'whole\n', exitCode: 0 })
      const run = await world.sh(many(30))

      expect(run.signal).toBe('SIGKILL')
      await expect(world.sh('true')).rejects.toMatchObject({
        code: 'COPY_LIMIT',
        message: expect.stringMatching(
          /^A copy of this machine was ended: \d+ processes ran in it, and the limit is 20$/,
        ),
        data: { limit: 'processes' },
      })
    })

    it('end it when its time is up', async () => {
      await using user = await testUser()
      await using world = await user.world({ maxLifetimeMs: 1500 })

      const end = await world.sh('sleep 1000').then(
        ({ signal }) => signal,
        ({ code }) => code,
      )

      // A machine that is busy enough does not begin what is run before the time is up.
      expect(['SIGKILL', 'COPY_LIMIT']).toContain(end)
      await expect(world.sh('true')).rejects.toMatchObject({
        code: 'COPY_LIMIT',
        data: { limit: 'lifetime' },
      })
    })

    it('are those of understudy copy too, which then ends with 3', async () => {
      await using user = await testUser()

      const all = user.sh(
        `${user.understudy} copy --max-processes 5 -- sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; wait' 2>&1; echo "code $?"`,
      )

      expect(all).toMatch(
        /^Error: A copy of this machine was ended: \d+ processes ran in it, and the limit is 5\n.*--max-processes.*\ncode 3\n$/,
      )
    })

    it('leave room for a crowd: many worlds at once, all of which end with their maker', async () => {
      await using user = await testUser()

      const told = JSON.parse(
        execFileSync(...user.node('crowd.mjs', '12'), { encoding: 'utf8', cwd: user.folder }),
      )

      expect(told).toMatchObject({ answered: 12, running: true, left: { processes: 0, mounts: 0 } })
    })
  },
)
