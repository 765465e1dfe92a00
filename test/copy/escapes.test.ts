/**
 * What runs in a copy does not get out: tried as a user, as root of a disposable world around the copy, and as the machine's root, whose
 * the files of the kernel are (see disposable-world.ts). What could harm the machine is asked for (access(2)), and never done.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:no-way-out')

const reason = whyNoCopies()

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
        // Any user may ask for pressure to be watched.
        'find /proc /sys -path "/proc/[0-9]*" -prune -o -path "/proc/pressure/*" -prune -o -type f -writable -print 2>/dev/null | wc -l'

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

  it.each(STANDINGS)('holds nothing of the disk that can be written to, as %s', async (standing) => {
    await using user = await testUser(standing)
    user.sh('mkdir root; echo x >root/f')
    await using world = await user.world({ roots: [`${user.folder}/root`] })
    const outside = new Set(
      mountsOf(readFileSync('/proc/self/mountinfo', 'utf8')).map(({ device }) => device),
    )

    const mounts = mountsOf((await world.sh('cat /proc/self/mountinfo')).stdout)

    expect(mounts.length).toBeGreaterThan(10)
    expect(mounts.filter(({ device, options }) => outside.has(device) && !options.includes('ro'))).toEqual([])
  })

  it('lets nobody close a device to others, whose file belongs to him', async () => {
    // A file in the place of a device, as only root has devices of his own.
    await using user = await testUser(
      'root of a disposable world',
      'echo >own; chmod 644 own; mount --bind own /dev/full',
    )
    await using world = await user.world()

    const run = await world.sh('chmod 600 /dev/full; touch /dev/full; echo x >/dev/null && echo written')

    expect(run.stderr.match(/Read-only file system/g)).toHaveLength(2)
    expect(run.stdout).toBe('written\n')
    expect(user.sh('stat -c %a own')).toBe('644\n')
  })

  it.each(STANDINGS)('lets nobody see the groups of processes outside, as %s', async (standing) => {
    await using user = await testUser(standing)
    await using world = await user.world()

    const mount = (type: string) => `unshare -UrmC mount -t ${type} none /tmp && echo mounted`
    const run = await world.sh(`${mount('cgroup2')}; ${mount('cgroup -o freezer')}`)

    expect(run.stdout).toBe('')
    expect(run.stderr.match(/No space left on device/g)).toHaveLength(2)
    // What is closed there is open without a copy.
    if (standing === 'root of a disposable world') expect(user.sh(mount('cgroup2'))).toBe('mounted\n')
  })

  it.each(STANDINGS)(
    'refuses what no namespace holds: keys, and the host of the machine, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world()
      const [socket, ...keys] = process.arch === 'arm64' ? [198, 217, 218, 219] : [41, 248, 249, 250]
      const numbers = [...keys, socket].map((number) => `${number},${number === socket ? 40 : 0},1,0`)

      const run = await world.sh(
        `perl -e 'for (@ARGV) { my @n = map { $_ + 0 } split /,/; print syscall($n[0], $n[1], $n[2], $n[3]) < 0 ? $! + 0 : "done", " " }' ${numbers.join(' ')}`,
      )

      expect(run.stdout).toBe('38 38 38 97 ')
    },
  )

  it.skipIf(process.arch !== 'x64')('refuses them to programs of 32 bits too', async () => {
    await using user = await testUser()
    await using world = await user.world()

    const codes: (number | null)[] = []
    for (const [number, first] of [
      [286, 0],
      [288, 0],
      [102, 1],
      [359, 40],
      [20, 0],
    ] as const)
      codes.push((await world.sh(`printf '${smallProgram(number, first)}' >p; chmod +x p; ./p`)).exitCode)

    // A kernel without such programs starts none: 126, as shells say. Its last call is getpid.
    expect([[38, 38, 38, 97, 0], Array(5).fill(126)]).toContainEqual(
      codes[0] === 126 ? codes : [...codes.slice(0, 4), 0],
    )
  })

  it('has no terminal of its caller', async () => {
    await using user = await testUser()
    const terminal = user.file('test/copy/escapes/terminal.pl')
    const write = `sh -c 'echo from inside >/dev/tty'`

    expect(user.sh(`perl ${terminal} ${write}`)).toBe('from inside\r\n')
    expect(user.sh(`perl ${terminal} ${user.understudy} copy -- ${write} 2>said`)).toBe('')
    expect(user.sh('cat said')).toContain('/dev/tty')
  })

  it('has no descriptors of its caller', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo kept >leak')

    const all = user.sh(
      `exec 5<. 7<leak 8>>leak 9</dev/null; cd root; ${user.understudy} copy -- sh -c 'ls -l /proc/self/fd | grep -c leak; cat /proc/self/fd/7 2>&1 | grep -c kept; (echo x >&8) 2>/dev/null && echo written; true' 2>/dev/null`,
    )

    expect(all).toBe('0\n0\n')
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

function mountsOf(
  mountinfo: string,
): readonly { readonly device: string; readonly point: string; readonly options: string[] }[] {
  return mountinfo
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, , device = '', , point = '', options = ''] = line.split(' ')
      return { device, point, options: options.split(',') }
    })
}

/** A program of 32 bits, as printf writes it: makes one system call, and ends with the number of its error. */
function smallProgram(number: number, first: number): string {
  const word = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >> shift) & 255)
  const code = [
    ...[0xb8, ...word(number), 0xbb, ...word(first), 0xb9, ...word(1), 0x31, 0xd2, 0xcd, 0x80],
    ...[0x89, 0xc3, 0xf7, 0xdb, 0xb8, ...word(1), 0xcd, 0x80],
  ]
  const size = 84 + code.length
  const base = 0x08048000
  const header = [
    ...[
      0x7f,
      0x45,
      0x4c,
      0x46,
      1,
      1,
      1,
      ...Array<number>(9).fill(0),
      2,
      0,
      3,
      0,
      ...word(1),
      ...word(base + 84),
    ],
    ...[...word(52), ...word(0), ...word(0), 52, 0, 32, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ...[
      ...word(1),
      ...word(0),
      ...word(base),
      ...word(base),
      ...word(size),
      ...word(size),
      ...word(5),
      ...word(4096),
    ],
  ]
  return [...header, ...code].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
