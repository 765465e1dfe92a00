/** Each act of the set-up can be refused: it is told once, by name, nothing has started, and nothing is left. */
import { describe, expect, it } from 'vitest'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a refused set-up${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('is told by the act that failed, whichever it is', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo x >root/a')
    const refused: string[] = []
    for (let number = 1; ; number++) {
      const told = await refusal({ refuse: String(number) })
      if (told === undefined) break
      expect(told).toMatchObject({ code: 'COPY_REFUSED', message: expect.stringMatching(/refused/) })
      refused.push(String((told.data as { readonly act: string }).act))
    }

    expect(new Set(refused)).toEqual(
      new Set([
        'namespaces',
        'scaffold',
        'keyring',
        'loopback',
        'look',
        'copy',
        'overlay',
        'mount',
        'check',
        'keeper',
      ]),
    )
    expect(refused.length).toBeGreaterThan(50)
    expect(processesOf(user)).toBe('0')

    async function refusal(options: object): Promise<(Error & { readonly data?: unknown }) | undefined> {
      try {
        await using world = await user.world({ roots: [`${user.folder}/root`], ...options })
        expect((await world.sh('cat a')).stdout).toBe('x\n')
        return undefined
      } catch (error) {
        if (error instanceof Error && 'code' in error) return error
        throw error
      }
    }
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
        `! unshare --user --map-root-user --mount --pid --fork --propagation unchanged sh -c 'mount --make-rshared / && exec "$@"' sh ${user.setup} 2>/dev/null`,
      ),
    ).toContain('a mount is not private')
  })
})

/** How many the process that makes worlds has started, and that still run. */
function processesOf({ pid, sh }: TestUser): string {
  return sh(`ps -o pid= --ppid ${pid} | wc -l`).trim()
}
