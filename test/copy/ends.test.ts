/** A world ends with whoever made it, and with each process of its chain: nothing is left. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { holdsWithin } from '../../src/transport/index.js'
import { verifies } from '../verifies.js'
import { testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:nothing-left')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  it.each(['driver', 'unshare', 'keeper', 'first process'])(
    'leaves nothing when its %s is killed',
    async (which) => {
      await using user = await testUser()
      const world = await user.world()
      // A grandchild in a session of its own, which nobody waits for.
      const word = `${71_000 + (user.pid % 1000)}`
      await world.sh(`setsid sh -c 'setsid sleep ${word} & exit' >/dev/null 2>&1`)
      const chain = JSON.parse(
        user.sh(
          `c() { cat /proc/$1/task/$1/children; }; u=$(c ${user.pid}); k=$(c $u); s=$(c $k); w=$(c $s); f=$(c $w); echo "[${user.pid},$u,$k,$f]" | tr -d ' '`,
        ),
      ) as number[]
      const victim = chain[['driver', 'unshare', 'keeper', 'first process'].indexOf(which)]
      const sleepers = () => user.sh(`ps -eo args | grep -c '^sleep ${word}$' || true`).trim()
      expect(sleepers()).toBe('1')

      user.sh(`kill -9 ${victim}`)

      // Those around the world: where its first process alone is killed, they wait to be told.
      const around = which === 'first process' ? [] : chain.slice(1, 3)
      const left = () =>
        user.sh(
          `for p in ${around.join(' ')}; do [ ! -e /proc/$p ] || grep -q '^State:.Z' /proc/$p/status || echo $p; done`,
        )
      expect(await holdsWithin(() => sleepers() === '0' && left() === '', 5000, systemClock, 50)).toBe(true)
    },
  )

  it('ends what a server has left behind, once it is closed', async () => {
    await using user = await testUser()
    const world = await user.world()
    const word = `${72_000 + (user.pid % 1000)}`
    await world.sh(`setsid sh -c 'setsid sleep ${word} & exit' >/dev/null 2>&1`)
    const sleepers = () => user.sh(`ps -eo args | grep -c '^sleep ${word}$' || true`).trim()
    const before = sleepers()

    await world[Symbol.asyncDispose]()

    expect([before, sleepers()]).toEqual(['1', '0'])
  })

  it('has bounds: more files or bytes than the limit are left to an overlay, and said to be', async () => {
    await using user = await testUser()
    user.sh(
      'mkdir many big few; for i in $(seq 30); do echo >many/$i; done; truncate -s 3M big/f; dd if=/dev/urandom of=big/g bs=1M count=2 2>/dev/null; echo x >few/f',
    )

    await using files = await user.world({ roots: [`${user.folder}/many`], maxFiles: 20 })
    await using bytes = await user.world({ roots: [`${user.folder}/big`], maxBytes: 1_048_576 })
    await using both = await user.world({ roots: [`${user.folder}/few`], maxFiles: 20 })

    expect([files.limits, bytes.limits, both.limits]).toEqual([
      [{ root: `${user.folder}/many`, why: 'files' }],
      [{ root: `${user.folder}/big`, why: 'bytes' }],
      [],
    ])
    expect((await files.sh('echo y >1; cat 1; ls | wc -l')).stdout).toBe('y\n30\n')
  })

  it('can be full, and says how much is left', async () => {
    await using user = await testUser()
    user.sh('mkdir root')
    await using world = await user.world({ roots: [`${user.folder}/root`], maxBytes: 1_048_576 })
    const before = await world.freeBytes()

    const run = await world.sh('head -c 40000000 /dev/zero >big; echo $?')

    expect(run.stderr).toContain('No space left on device')
    expect(before).toBeGreaterThan(15_000_000)
    expect(await world.freeBytes()).toBe(0)
  })
})
