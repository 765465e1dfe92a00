/** What a copied world is to whoever runs in it, and that nothing of it lasts. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:disk')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  it.each(BARE_STANDINGS)('keeps what is written, and the disk does not see it, as %s', async (standing) => {
    await using user = await testUser(standing)
    user.sh('mkdir root; echo old >root/a; echo beside >b')
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    const wrote = await world.sh(
      'echo new >a; echo made >c; echo beside >>../b; echo x >/var/tmp/understudy-x; cat a c ../b',
    )
    const read = await world.sh('cat a c ../b /var/tmp/understudy-x')

    expect(wrote).toEqual({ stdout: 'new\nmade\nbeside\nbeside\n', stderr: '', exitCode: 0, signal: null })
    expect(read.stdout).toBe('new\nmade\nbeside\nbeside\nx\n')
    expect(user.sh('cat root/a b; ls root; ls /var/tmp/understudy-x 2>&1 || true')).toBe(
      "old\nbeside\na\nls: cannot access '/var/tmp/understudy-x': No such file or directory\n",
    )
  })

  it.each(BARE_STANDINGS)(
    'renames folders inside a root, from root to root, and a root itself, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      user.sh('mkdir -p one/sub two; echo x >one/sub/f')
      await using world = await user.world({ roots: [`${user.folder}/one`, `${user.folder}/two`] })

      // `rename` of perl is the bare system call: mv would copy where it is refused.
      const moved = await world.sh(
        `perl -e 'for (["sub","sub2"],["sub2","../two/sub"],["../two","../three"]) { print rename($_->[0],$_->[1]) ? "ok\\n" : "$!\\n" }'; cat ../three/sub/f`,
      )

      expect(moved.stdout).toBe('ok\nok\nok\nx\n')
    },
  )

  it('keeps hard links together', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo x >root/a; ln root/a root/b')
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    expect((await world.sh('echo y >a; cat b')).stdout).toBe('y\n')
  })

  it.each(BARE_STANDINGS)(
    'lists a copied tree as the original is listed, with all that stat tells but inodes and sizes of folders, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      user.sh(
        [
          'mkdir root; cd root; for i in 3 1 2 b a c; do echo $i >"f $i"; mkdir d$i; done',
          'ln "f 1" d1/hard; ln -s ../nowhere "d2/li nk"; mkfifo d3/pipe; truncate -s 1M da/hole; printf x >>da/hole; printf y | dd of=da/hole bs=1 seek=500000 conv=notrunc 2>/dev/null',
          'printf z >"$(printf "\\303\\244\\n\\"q\\\\b")"; chmod 640 "f 2"; chmod 4751 "f 3"; chmod 1777 db; touch -d "2001-02-03 04:05:06.123456789" "f a" dc; touch -h -d 1999-01-01 "d2/li nk"; chmod 555 dc; touch -a -d 2010-01-01 "f b"',
        ].join('\n'),
      )
      const list =
        "find root -printf '%P|%y|%m|%T@|%l|%n|' \\( -type d -printf '\\n' -o -printf '%s|%b\\n' \\) -type f -printf '%A@\\n'"
      const original = user.sh(list)
      await using world = await user.world({ roots: [`${user.folder}/root`] })

      const copy = await world.sh(`cd .. && ${list}`)

      expect(copy.stderr).toBe('')
      expect(copy.stdout).toBe(original)
      expect(user.sh(list)).toBe(original)
    },
  )

  it.each(BARE_STANDINGS)(
    'is the same for all that run in it, and ends with its last word, as %s',
    async (standing) => {
      await using user = await testUser(standing)
      await using world = await user.world()

      const [id, first, host, descriptors] = [
        await world.sh('id -u; id -g; ls /proc/self/fd | wc -l; echo $PPID'),
        await world.sh('cat /proc/1/comm; ls -d /proc/[0-9]* | wc -l'),
        await world.sh('exit 3'),
        await world.sh('ls -C /proc/$$/fd; grep FDSize /proc/$$/status'),
      ]

      expect(id.stdout.split('\n').slice(0, 2)).toEqual(user.sh('id -u; id -g').split('\n').slice(0, 2))
      expect(first.stdout.split('\n')[0]).toBe('sleep')
      expect(host.exitCode).toBe(3)
      // Room for many, and none but its own three.
      expect(descriptors.stdout.split(/\s+/)).toEqual(['0', '1', '2', 'FDSize:', '256', ''])
      expect(await world.sh('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    },
  )

  it('tells its files as read last when it is told to, and nothing else of them, and no change', async () => {
    await using user = await testUser()
    user.sh(
      'mkdir -p root/below; echo x >root/a; echo y >"root/below/b c"; ln -s a root/link; touch -d "2001-02-03 04:05:06.123456789" root/*',
    )
    const root = `${user.folder}/root`
    await using world = await user.world({ roots: [root] })
    await world.changes()
    const list = "find . -printf '%P %T@ %m %s\\n' | sort; cat a below/*"
    const before = await world.sh(list)

    await world.setAccessTimes(
      [`${root}/below`, `${root}/a`, `${root}/none`, '/etc/passwd'],
      1_700_000_000_000,
    )
    const read = await world.sh("stat -c '%n %X' a below below/* link | grep -v ' 1700000000$'")
    const changes = await world.changes()

    expect(read.stdout).toMatch(/^link \d+\n$/)
    expect((await world.sh(list)).stdout).toBe(before.stdout)
    expect(changes).toEqual([])
  })

  it('begins the numbers of its processes elsewhere each time', async () => {
    await using user = await testUser()
    const number = async (): Promise<number> => {
      await using world = await user.world()
      return Number((await world.sh('echo $$')).stdout)
    }
    const numbers = [await number(), await number()]

    expect(Math.min(...numbers)).toBeGreaterThan(1_000)
    expect(new Set(numbers).size).toBe(2)
  })

  it('reaps the orphans of whoever runs in it', async () => {
    await using user = await testUser()
    await using world = await user.world()

    const zombies = await world.sh(
      '(true & ) ; (sh -c "sleep 0.05" & ); while pgrep -x sleep -P 1 >/dev/null; do :; done; ps -eo stat,comm | grep -c "^Z" || true',
    )

    expect(zombies.stdout).toBe('0\n')
  })

  it('starts programs as they are started outside: the missing one is told by its name', async () => {
    await using user = await testUser()
    await using world = await user.world()

    await expect(world.run({ command: 'no-such-program' })).rejects.toMatchObject({ code: 'SPAWN_FAILED' })
  })

  it('can be made where something is mounted in a folder that nobody may look into', async () => {
    await using user = await testUser(
      'root of a disposable world',
      'mkdir -p closed/in; mount -t tmpfs none closed/in; echo x >closed/in/f; chmod 0 closed/in; mkdir -p beside',
    )
    await using world = await user.world({ roots: [`${user.folder}/beside`] })

    expect((await world.sh('echo y >f; cat f')).stdout).toBe('y\n')
  })

  it('can be written nowhere where the disk cannot: what is mounted read-only stays so', async () => {
    await using user = await testUser(
      'root of a disposable world',
      'mkdir -p fixed/root beside; echo x >fixed/f; echo x >fixed/root/f; mount --bind fixed fixed; mount -o remount,bind,ro fixed',
    )
    await using world = await user.world({
      roots: ['beside', 'fixed/root'].map((name) => `${user.folder}/${name}`),
    })

    const run = await world.sh(
      'cd ..; echo y >fixed/f; echo y >fixed/root/f; rm fixed/root/f; cat fixed/f fixed/root/f; echo y >beside/f',
    )

    expect(run.stderr.match(/Read-only file system/g)).toHaveLength(3)
    expect(run).toMatchObject({ stdout: 'x\nx\n', exitCode: 0 })
  })

  it('can be made beside mounts where folders and files come and go', async () => {
    await using user = await testUser(
      'root of a disposable world',
      // It ends with the disposable world.
      'mkdir busy m root; mount --bind m m; mkdir busy/m; mount --bind busy/m busy/m; (cd busy; while sleep 0.001; do mkdir 1 2 3 4 5 6 7 8; echo >9; rm -r [1-9]; done) >/dev/null 2>&1 & (mkdir other; cd other; mkdir m; mount --bind m m; i=8; while :; do i=$((i+1)); mkdir -p $i/m; mount --bind $i/m $i/m; sleep 0.01; old=$((i-8)); umount $old/m && rm -r $old || :; done) >/dev/null 2>&1 &',
    )

    for (let i = 0; i < 5; i++) {
      await using world = await user.world({ roots: [`${user.folder}/root`] })
      expect((await world.sh('echo whole')).stdout).toBe('whole\n')
    }
  })

  it('copies a folder in which files, links and folders come and go, and tells none of them as changed', async () => {
    await using user = await testUser(
      'root of a disposable world',
      'mkdir -p root/deep root/still; echo x >root/still/f; ln root/still/f root/still/g; (cd root/deep; while sleep 0.001; do mkdir -p 1/2/3 4 5; echo >1/2/6; echo >7; ln -s 7 8; ln 7 9; rm -r [1-9]; done) >/dev/null 2>&1 &',
    )

    for (let i = 0; i < 10; i++) {
      await using world = await user.world({ roots: [`${user.folder}/root`] })

      expect(world.limits).toEqual([])
      expect((await world.sh('cat still/f; echo y >still/f; cat still/g')).stdout).toBe('x\ny\n')
      const changes = await world.changes()
      expect(changes.map((change) => change.path.split('/root/')[1])).toEqual(['still/f', 'still/g'])
    }
  })

  it('refuses a root that is not there', async () => {
    await using user = await testUser()

    await expect(user.world({ roots: [`${user.folder}/none`] })).rejects.toMatchObject({ code: 'USAGE' })
  })
})
