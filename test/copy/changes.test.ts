/** What is told of changes is what `diff -r` of before and after would tell, and no more. */
import { describe, expect, it } from 'vitest'
import type { FileChange } from '../../src/transport/copy/index.js'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:changes')

const reason = whyNoCopies()

/** What is tried, by which script in a root, and what is told of it. */
const CASES: readonly (readonly [what: string, script: string, told: readonly string[]])[] = [
  ['nothing for a read', 'cat a; ls -la; find . | xargs cat 2>/dev/null; true', []],
  ['a file that was made', 'echo x >n', ['made root/n']],
  [
    'a file that was changed, whatever its time says',
    'echo two >a; touch -d 2020-01-01 a',
    ['changed root/a'],
  ],
  ['a file of the same length', 'printf TWO >a', ['changed root/a']],
  ['nothing for equal bytes', 'printf one >a', []],
  ['nothing for equal bytes by a rename', 'printf one >t; mv t a', []],
  ['nothing for a file that was written and written back', 'printf two >a; printf one >a', []],
  ['nothing for a touch', 'touch a sub', []],
  ['a mode', 'chmod 600 a', ['changed root/a']],
  ['a file that was removed', 'rm a', ['removed root/a']],
  ['a file that was renamed', 'mv a sub/b', ['renamed root/a root/sub/b']],
  ['a file that took the place of another', 'mv a c', ['removed root/a', 'changed root/c']],
  ['a folder that was moved, and not what is in it', 'mv sub moved', ['renamed root/sub root/moved']],
  [
    'a folder that was moved, and the file in it that was changed',
    'mv sub moved; echo >moved/f',
    ['renamed root/sub root/moved', 'changed root/moved/f'],
  ],
  [
    'a folder and what was made in it',
    'mkdir -p x/y; echo 1 >x/y/z',
    ['made root/x', 'made root/x/y', 'made root/x/y/z'],
  ],
  ['a tree that was removed', 'rm -r sub', ['removed root/sub', 'removed root/sub/f']],
  ['a link that points elsewhere', 'ln -sfn nowhere link', ['changed root/link']],
  ['a file in the place of a folder', 'rm -r sub; echo >sub', ['changed root/sub', 'removed root/sub/f']],
  [
    'a link in the place of a folder, and not what it leads to',
    'echo g >sub/f; mv sub moved; ln -s moved sub',
    ['made root/moved', 'renamed root/sub/f root/moved/f', 'changed root/sub'],
  ],
  [
    'such a link that leads out of the root, and nothing of what is there',
    'cp /etc/passwd sub/passwd; rm -r sub; ln -s /etc sub',
    ['changed root/sub', 'removed root/sub/f'],
  ],
  ['a hard link', 'ln a hard', ['made root/hard']],
  ['files outside the roots', 'echo x >../beside; echo y >../new', ['changed beside', 'made new']],
  ['a file outside the roots that was removed', 'rm ../beside', ['removed beside']],
  ['nothing outside for equal bytes', 'cp ../beside ../t; mv ../t ../beside', []],
  ['a folder outside that was made again', 'rm -r ../out; mkdir ../out', ['removed out/in']],
  ['a root that was renamed', 'mv ../root ../root2', ['renamed root root2']],
]

describe.skipIf(reason !== undefined)(
  `changes in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it.each(BARE_STANDINGS)(
      'tell what diff of before and after would tell, of each of these alone, as %s',
      async (standing) => {
        await using user = await testUser(standing)
        const folders = CASES.map((_, i) => `${user.folder}/${i}`)
        user.sh(
          `for i in $(seq 0 ${CASES.length - 1}); do mkdir -p $i/root/sub $i/out; printf one >$i/root/a; echo c >$i/root/c; echo f >$i/root/sub/f; ln -s a $i/root/link; echo b >$i/beside; echo i >$i/out/in; done`,
        )
        await using world = await user.world({ roots: folders.map((folder) => `${folder}/root`) })
        expect(await world.changes()).toEqual([])

        const seen: string[] = []
        for (const [i, [what, script]] of CASES.entries()) {
          await world.sh(`cd ${folders[i]}/root; ${script}`)
          seen.push(`${what}: ${told(await world.changes(), folders[i] ?? '').join(', ')}`)
        }

        expect(seen).toEqual(CASES.map(([what, , expected]) => `${what}: ${expected.join(', ')}`))
        expect(await world.changes({ everything: true })).toEqual([])
      },
    )

    it('tell when each of them happened, removals and renames too', async () => {
      await using user = await testUser()
      user.sh('mkdir root root/sub; for i in a b c sub/d; do echo one >root/$i; done; echo out >beside')
      await using world = await user.world({ roots: [`${user.folder}/root`] })
      await world.changes()

      const begunMs = Date.now()
      await world.sh(
        'echo two >a; touch -d 2001-01-01 a; mv b e; rm c; rm -r sub; echo >new; echo two >../beside',
      )
      const endedMs = Date.now()
      const changes = await world.changes()

      const untimely = changes.filter(({ atMs = 0 }) => atMs < begunMs - TICK_MS || atMs > endedMs)
      expect(changes).toHaveLength(7)
      expect(untimely).toEqual([])
    })

    it('tell each call its own, against what the one before left', async () => {
      await using user = await testUser()
      user.sh('mkdir root; echo one >root/a')
      await using world = await user.world({ roots: [`${user.folder}/root`] })
      await world.sh('echo start >log')
      const atStart = told(await world.changes(), user.folder)

      await world.sh('echo two >a')
      const first = await world.changes()
      await world.sh('echo three >a; mkdir d; echo x >d/x')
      const second = await world.changes()
      await world.sh('echo y >d/x; echo one >a')
      const third = await world.changes()

      expect(atStart).toEqual(['made root/log'])
      expect(told(first, user.folder)).toEqual(['changed root/a'])
      expect(told(second, user.folder)).toEqual(['changed root/a', 'made root/d', 'made root/d/x'])
      expect(told(third, user.folder)).toEqual(['changed root/a', 'changed root/d/x'])
      expect(text(first[0]?.before?.content)).toBe('one\n')
      expect(text(second[0]?.before?.content)).toBe('two\n')
      expect(third[0]?.before?.digest).toBe(second[0]?.after?.digest)

      // Beside the roots, at the top of what can be written.
      const beside: string[][] = []
      for (const script of [
        'ln -s a /tmp/link',
        'readlink /tmp/link',
        'ln -sfn b /tmp/link',
        'rm /tmp/link',
      ]) {
        await world.sh(script)
        beside.push(told(await world.changes(), user.folder))
      }
      expect(beside).toEqual([['made /tmp/link'], [], ['changed /tmp/link'], ['removed /tmp/link']])
      expect(await world.changes({ everything: true })).toEqual([])
    })

    it.each(['2', '4'])(
      'tell nothing of the status of a repository, and what was added to it, in version %s of its index',
      async (version) => {
        await using user = await testUser()
        user.sh(
          `mkdir root; cd root; git init -q; git config index.version ${version}; echo a >a; mkdir -p d/deep; echo b >d/deep/b; echo c >d/deep/bc; git add .; git -c user.name=a -c user.email=a@b commit -qm first`,
        )
        await using world = await user.world({ roots: [`${user.folder}/root`] })

        const status = await world.sh(
          'head -c 8 .git/index | tail -c 1 | od -An -tu1; git status --porcelain',
        )
        const asked = told(await world.changes(), user.folder)
        await world.sh('chmod +x a; git add a')
        const added = told(await world.changes(), user.folder)

        expect(status.stdout.trim()).toBe(version)
        expect(asked).toEqual([])
        expect(added).toEqual(['changed root/.git/index', 'changed root/a'])
      },
    )

    it('tell a file that was made anew because something is mounted in its folder, with its text', async () => {
      // As in every container: a file is bound over one of /etc.
      await using user = await testUser(
        'root of a disposable world',
        'echo "bound text" >bound; mount --bind bound /etc/resolv.conf',
      )
      await using world = await user.world()

      const run = await world.sh(
        'cat /etc/resolv.conf; head -c 4 /etc/passwd; echo new >/etc/resolv.conf; cat /etc/resolv.conf',
      )

      expect(run.stdout).toBe('bound text\nrootnew\n')
      expect(told(await world.changes(), user.folder)).toEqual(['changed /etc/resolv.conf'])
      expect(user.sh('cat bound')).toBe('bound text\n')
    })
  },
)

function told(changes: readonly FileChange[], folder: string): string[] {
  const short = (path: string) => path.replace(`${folder}/`, '')
  return changes.map(({ change, path, from }) =>
    [change, ...(from === undefined ? [] : [short(from)]), short(path)].join(' '),
  )
}

/** It came as JSON. */
function text(content: unknown): string {
  const { data } = content as { readonly data: readonly number[] }
  return Buffer.from(data).toString()
}

/** The kernel notes times a tick of its own clock late at most. */
const TICK_MS = 10
