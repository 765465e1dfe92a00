/** What a copied world is to whoever runs in it, and that nothing of it lasts. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:disk')

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(`a copied world${reason === undefined ? '' : ` (${reason})`}`, () => {
  it('keeps what is written, and the disk does not see it', async () => {
    await using user = await testUser()
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

  it('renames folders inside a root, from root to root, and a root itself', async () => {
    await using user = await testUser()
    user.sh('mkdir -p one/sub two; echo x >one/sub/f')
    await using world = await user.world({ roots: [`${user.folder}/one`, `${user.folder}/two`] })

    // `rename` of perl is the bare system call: mv would copy where it is refused.
    const moved = await world.sh(
      `perl -e 'for (["sub","sub2"],["sub2","../two/sub"],["../two","../three"]) { print rename($_->[0],$_->[1]) ? "ok\\n" : "$!\\n" }'; cat ../three/sub/f`,
    )

    expect(moved.stdout).toBe('ok\nok\nok\nx\n')
  })

  it('keeps hard links together', async () => {
    await using user = await testUser()
    user.sh('mkdir root; echo x >root/a; ln root/a root/b')
    await using world = await user.world({ roots: [`${user.folder}/root`] })

    expect((await world.sh('echo y >a; cat b')).stdout).toBe('y\n')
  })

  it('lists a copied tree as the original is listed, with all that stat tells but inodes and sizes of folders', async () => {
    await using user = await testUser()
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
  })

  it('is the same for all that run in it, and ends with its last word', async () => {
    await using user = await testUser()
    await using world = await user.world()

    const [id, first, host] = [
      await world.sh('id -u; id -g; ls /proc/self/fd | wc -l; echo $PPID'),
      await world.sh('cat /proc/1/comm; ls -d /proc/[0-9]* | wc -l'),
      await world.sh('exit 3'),
    ]

    expect(id.stdout.split('\n').slice(0, 2)).toEqual(user.sh('id -u; id -g').split('\n').slice(0, 2))
    expect(first.stdout.split('\n')[0]).toBe('sleep')
    expect(host.exitCode).toBe(3)
    expect(await world.sh('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
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

  it('refuses a root that is not there', async () => {
    await using user = await testUser()

    await expect(user.world({ roots: [`${user.folder}/none`] })).rejects.toMatchObject({ code: 'USAGE' })
  })
})
