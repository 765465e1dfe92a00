/**
 * What runs in a copy does not get out: tried as a user, and as root of a disposable world around the copy. Nothing here runs as the
 * machine's root (see disposable-world.ts).
 */
import { describe, expect, it } from 'vitest'
import { type Standing, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()
const STANDINGS: readonly Standing[] = ['user', 'root of a disposable world']

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  it.each(STANDINGS)('is where the way out of a chroot ends, for a %s', async (standing) => {
    await using user = await testUser(standing)
    user.sh('mkdir root; echo outside >marker')
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    const run = await world.sh(
      `unshare -Ur perl -e 'mkdir "x"; chroot "x" or die "chroot: $!"; chdir ".." for 1..50; chroot "." or die; open F, ">", "${user.folder}/marker" or die "open: $!"; print F "broken out"; close F; print -e "/dev/shm/world" ? "scaffold" : "world"'`,
    )

    expect(run).toMatchObject({ stdout: 'world', stderr: '' })
    expect(user.sh('cat marker')).toBe('outside\n')
  })

  it.each(STANDINGS)(
    'lets nobody change a setting of the kernel, as %s, nor after unsharing all there is',
    async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world()
      const count =
        'for d in /proc/sys /proc/irq /proc/bus /proc/fs /proc/acpi /proc/sysrq-trigger /sys; do [ ! -e $d ] || find $d -type f -writable 2>/dev/null; done | wc -l'

      const runs = [
        await world.sh(count),
        await world.sh(`unshare -Ur sh -c '${count}'`),
        await world.sh(
          `unshare -Urmpf sh -c 'mount -o remount,rw /proc/sys 2>&1; mount -o remount,rw /sys 2>&1; umount /proc/sys 2>&1; ${count}'`,
        ),
        await world.sh(
          `unshare -Urmpfn sh -c 'mount -t proc proc /proc 2>/dev/null && echo fresh; mount -t sysfs sysfs /sys 2>/dev/null && echo fresh; ${count}'`,
        ),
      ]

      expect(runs.map(({ stdout }) => stdout.trim().split('\n').at(-1))).toEqual(['0', '0', '0', '0'])
      expect(runs[3]?.stdout).not.toContain('fresh')
    },
  )

  it.each(STANDINGS)(
    'holds mounts that cannot be undone, and a first process that cannot be looked at, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world()

      const run = await world.sh(
        'umount /tmp && echo undone; unshare -Urm umount /tmp && echo undone; ls /proc/1/root/ && echo seen; readlink /proc/1/fd/0 && echo seen; readlink /proc/1/cwd && echo seen; cat /proc/1/environ && echo seen; kill -9 1; cat /proc/1/comm; ls -d /dev/shm/* /.old-root 2>/dev/null; mount | grep -c old-root',
      )

      expect(run.stdout).toBe('sleep\n0\n')
    },
  )

  it.each(STANDINGS)(
    'has processes of its own alone, and devices that harm nobody, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world()

      const run = await world.sh(
        'ls /proc | grep -c "^[0-9]"; ls /dev | tr "\\n" " "; mknod x b 8 0 2>/dev/null && echo made; ipcs -q | grep -c 0x; ls /dev/mqueue /dev/shm | grep -v :',
      )

      expect(run.stdout.split('\n')[0]).toMatch(/^[1-5]$/)
      expect(run.stdout.split('\n').slice(1).join('\n')).toBe(
        'fd full mqueue null ptmx pts random shm stderr stdin stdout tty urandom zero 0\n\n',
      )
    },
  )

  it('has none of its caller: neither descriptors, nor a terminal, nor keys, nor sockets', async () => {
    await using user = await testUser()
    user.sh('mkdir root')
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    const run = await world.sh(
      'ls -l /proc/self/fd | sed "s/.*-> //" | grep -v "^pipe:" | grep -v "^/dev/shm/pipes/1\\.[a-z]*$" | grep -v "^/proc/.*/fd$" ; cat /proc/self/stat | cut -d" " -f7; tail -n +1 /proc/keys 2>/dev/null | grep -c " _ses.*: 1" ',
    )

    expect(run.stdout.split('\n').filter((line) => line !== '' && line !== 'total 0')).toEqual(['0', '0'])
  })
})
