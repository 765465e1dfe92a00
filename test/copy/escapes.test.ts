/**
 * What runs in a copy does not get out: tried as a user, and as root of a disposable world around the copy. Nothing here runs as the
 * machine's root (see disposable-world.ts).
 */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { type Standing, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:no-way-out')

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

  it('has neither descriptors nor a terminal of its caller', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo kept >leak')

    const all = user.sh(
      `exec 5<. 7<leak 8>>leak 9</dev/null; cd root; ${user.understudy} copy -- sh -c 'ls -l /proc/self/fd | grep -c leak; cat /proc/self/fd/7 2>&1 | grep -c kept; (echo x >&8) 2>/dev/null && echo written; cut -d" " -f7 /proc/self/stat' 2>/dev/null`,
    )

    expect(all).toBe('0\n0\n0\n')
    expect(user.sh('cat leak')).toBe('kept\n')
  })

  it('has no key of its caller', async () => {
    await using user = await testUser()
    // add_key and keyctl, by number: no tool for them need be installed.
    const [add, ctl] = process.arch === 'arm64' ? [217, 219] : [248, 250]
    const search = `my ($t, $d) = ("user", "understudy-key"); print syscall(${ctl}, 10, -3, $t, $d, 0) > 0 ? "seen\\n" : "not seen\\n"`
    user.sh(
      `printf '%s' 'my ($t, $d, $p) = ("user", "understudy-key", "secret"); syscall(${ctl}, 1, 0) > 0 or exit 0; syscall(${add}, $t, $d, $p, 6, -3) > 0 or exit 0; system("perl", "search.pl"); exec @ARGV' >with-key.pl; printf '%s' '${search}' >search.pl`,
    )

    const seen = user.sh(`perl with-key.pl ${user.understudy} copy -- perl search.pl 2>/dev/null`)

    // Where keys are forbidden to everybody, there is none outside either.
    expect(['seen\nnot seen\n', '']).toContain(seen)
  })
})
