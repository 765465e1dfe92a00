/** A world ends with whoever made it, and with each process of its chain: nothing is left. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { holdsWithin } from '../../src/transport/index.js'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:nothing-left')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  it.each(
    BARE_STANDINGS.flatMap((standing) =>
      ['driver', 'unshare', 'keeper', 'first process'].map((which) => [which, standing] as const),
    ),
  )('leaves nothing when its %s is killed, as %s', async (which, standing) => {
    await using user = await testUser(standing)
    const world = await user.world()
    // A grandchild in a session of its own, which nobody waits for.
    const word = `${71_000 + (user.pid % 1000)}`
    await world.sh(`setsid sh -c 'setsid sleep ${word} & exit' >/dev/null 2>&1`)
    const chain = JSON.parse(
      user.sh(
        `c() { cat /proc/$1/task/$1/children; }; u=$(c ${user.pid}); k=$(c $u); f=$(c $k | cut -d' ' -f1); echo "[${user.pid},$u,$k,$f]" | tr -d ' '`,
      ),
    ) as number[]
    const victim = chain[['driver', 'unshare', 'keeper', 'first process'].indexOf(which)]
    const sleepers = () => user.sh(`ps -eo args | grep -c '^sleep ${word}$' || true`).trim()
    expect(await holdsWithin(() => sleepers() === '1', 120_000, systemClock, 50)).toBe(true)

    user.sh(`kill -9 ${victim}`)

    // Those around the world: where its first process alone is killed, they wait to be told.
    const around = which === 'first process' ? [] : chain.slice(1, 3)
    const left = () =>
      user.sh(
        `for p in ${around.join(' ')}; do [ ! -e /proc/$p ] || grep -q '^State:.Z' /proc/$p/status || echo $p; done`,
      )
    expect(await holdsWithin(() => sleepers() === '0' && left() === '', 120_000, systemClock, 50)).toBe(true)
    expect(
      user.sh(
        "grep -cE ' - (tmpfs|overlay) copy ' /proc/self/mountinfo; ls -d /dev/shm/world 2>/dev/null || true",
      ),
    ).toBe('0\n')
  })

  it.each(['server', 'one who started it'])(
    'goes on when a %s in it is killed, which is told',
    async (which) => {
      await using user = await testUser()
      await using world = await user.world()
      const word = `${73_000 + (user.pid % 1000)}`
      const running = world.sh(`exec sleep ${word}`)
      const server = () => user.sh(`pgrep -f '^sleep ${word}$' || true`).trim()
      expect(await holdsWithin(() => server() !== '', 120_000, systemClock, 20)).toBe(true)
      const parent = user.sh(`awk '/^PPid/ { print $2 }' /proc/${server()}/status`).trim()

      user.sh(`kill -9 ${which === 'server' ? server() : parent}`)

      expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
      expect((await world.sh('echo on')).stdout).toBe('on\n')
      expect(server()).toBe('')
    },
  )

  it.each(BARE_STANDINGS)(
    'ends what a server has left behind, once it is closed, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      const world = await user.world()
      const word = `${72_000 + (user.pid % 1000)}`
      await world.sh(`setsid sh -c 'setsid sleep ${word} & exit' >/dev/null 2>&1`)
      const sleepers = () => user.sh(`ps -eo args | grep -c '^sleep ${word}$' || true`).trim()
      const sleeps = await holdsWithin(() => sleepers() === '1', 120_000, systemClock, 50)

      await world[Symbol.asyncDispose]()

      expect([sleeps, sleepers()]).toEqual([true, '0'])
    },
  )

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
