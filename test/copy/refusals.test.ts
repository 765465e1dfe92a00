/** Each act of the set-up can be refused: it is told once, by name, nothing has started, and nothing is left. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:refusal')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a refused set-up${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('is told by the act that failed, whichever it is', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo x >root/a')
    const names = [
      'namespaces',
      'cgroups',
      'read-only',
      'scaffold',
      'keyring',
      'loopback',
      'look',
      'copy',
      'overlay',
      'mount',
      'access',
      'check',
      'cores',
      'filter',
      'world',
      'keeper',
    ]
    // Of the acts by number some, all over the set-up: UNDERSTUDY_EVERY_ACT tries each.
    const every = process.env.UNDERSTUDY_EVERY_ACT === undefined ? 9 : 1
    for (const name of names) expect(await refusedAct(user, name)).toBe(name)
    let number = 1
    while ((await refusedAct(user, String(number))) !== undefined) number += every

    expect(number).toBeGreaterThan(50)
    expect(processesOf(user)).toBe('0')
  })

  it.each(['proc', 'covers', 'pivot_root', 'umount'])(
    'is told when %s is refused on the threshold',
    async (act) => {
      await using user = await testUser()

      await expect(user.world({ refuse: act })).rejects.toMatchObject({ code: 'COPY_REFUSED', data: { act } })
      expect(processesOf(user)).toBe('0')
    },
  )

  it('never mounts where the caller stands', async () => {
    await using user = await testUser()

    expect(user.sh(`! ${user.setup} 2>/dev/null`)).toContain('this is the user namespace of the caller')
    for (const partly of ['--user --map-root-user --pid --fork', '--user --map-root-user --mount'])
      expect(user.sh(`! unshare ${partly} ${user.setup} 2>/dev/null`)).toMatch(
        /this is the (?:mnt|pid) namespace of the caller/,
      )
    expect(
      user.sh(
        `! unshare --user --map-root-user --mount --pid --net --fork --propagation unchanged sh -c 'mount --make-rshared / && exec "$@"' sh ${user.setup} 2>/dev/null`,
      ),
    ).toContain('a mount is not private')
  })

  it('never mounts where another user namespace rules, or for another user', async () => {
    await using user = await testUser()
    const own = 'unshare --user --map-root-user --mount --pid --net --fork'
    const map = 'unshare --user --map-root-user'

    expect(user.sh(`! ${own} ${map} ${user.setup} 2>/dev/null`)).toContain(
      'the mnt namespace belongs to another user namespace',
    )
    expect(user.sh(`! ${own} ${map} --mount ${user.setup} 2>/dev/null`)).toContain(
      'the pid namespace belongs to another user namespace',
    )
    expect(user.sh(`! ${map} ${own} ${user.setup} 2>/dev/null`)).toMatch(/its one user is 0, not \d+/)
  })
})

/** The act that was told to be refused; undefined when the world could be made. */
async function refusedAct(user: TestUser, refuse: string): Promise<unknown> {
  try {
    await using world = await user.world({ roots: [`${user.folder}/root`], refuse })
    expect((await world.sh('cat a')).stdout).toBe('x\n')
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ code: 'COPY_REFUSED', message: expect.stringContaining('refused') })
    // Checked above: a refusal has its act.
    return (error as { readonly data: { readonly act: unknown } }).data.act
  }
}

/** How many the process that makes worlds has started, and that still run. */
function processesOf({ pid, sh }: TestUser): string {
  return sh(`ps -o pid= --ppid ${pid} | wc -l`).trim()
}
