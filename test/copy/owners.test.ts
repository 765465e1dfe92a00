/** What belongs to somebody else refuses in a copy as it does on the disk, and is never made ours. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()
/** Only root can make files of a third owner; elsewhere the folders of the system have to do. */
const canChown = process.getuid?.() === 0

describe.skipIf(reason !== undefined)(
  `owners in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('refuse as on the disk: own files, files of others, folders of others', async () => {
      await using user = await testUser()
      user.sh(
        'mkdir -p foreign/mine foreign/all; echo x | tee foreign/own foreign/theirs foreign/open foreign/mine/f >/dev/null',
      )
      if (canChown)
        execFileSync('sh', [
          '-c',
          'cd "$1"; chown 54321:54321 foreign foreign/theirs foreign/open foreign/all; chmod 644 foreign/theirs; chmod 666 foreign/open; chmod 777 foreign/all',
          'sh',
          user.folder,
        ])
      await using world = await user.world({ roots: [`${user.folder}/foreign`] })
      // Each leaves the disk as it was.
      const acts = [
        'echo y >>own',
        'test -r theirs && echo readable; (echo >>theirs) 2>&1 | grep -o "Permission denied"',
        '(echo y >new) 2>&1 | grep -o "Permission denied"; rm -f new 2>/dev/null',
        '(mkdir d) 2>&1 | grep -o "Permission denied"; rmdir d 2>/dev/null',
        'echo >mine/g && rm mine/g && echo ok',
        'mkdir mine/d && mv mine/d mine/e && rmdir mine/e && echo ok',
        '(echo >/etc/understudy-x) 2>&1 | grep -o "Permission denied"',
        '(echo >>/etc/passwd) 2>&1 | grep -o "Permission denied"',
        'echo >/tmp/understudy-$$ && rm /tmp/understudy-$$ && echo ok',
        'echo >/var/tmp/understudy-$$ && rm /var/tmp/understudy-$$ && echo ok',
        'ls /root >/dev/null 2>&1 || echo closed',
      ].map((act) => `(cd ${user.folder}/foreign; ${act}); echo "$?"`)

      const outside = acts.map((act) => user.sh(act))
      const inside: string[] = []
      for (const act of acts) inside.push((await world.sh(act)).stdout)

      expect(inside).toEqual(outside)
      // What only the copy refuses says so by its own error: it is never taken for the disk's word.
      const deeper = await world.sh('echo >all/g')
      expect([canChown, /Value too large/.test(deeper.stderr)]).toEqual([canChown, canChown])
    })

    it.skipIf(!canChown)('of a repository stay what they are: git refuses it as on the disk', async () => {
      await using user = await testUser()
      user.sh('mkdir root; git init -q root/theirs; git init -q root/own')
      execFileSync('chown', ['-R', '54321:54321', `${user.folder}/root/theirs`])
      await using world = await user.world({ roots: [`${user.folder}/root`] })

      const status = await world.sh('git -C theirs status 2>&1 | head -1; git -C own status | head -1')

      expect(world.limits).toEqual([{ root: `${user.folder}/root`, why: 'owner' }])
      expect(status.stdout).toContain('dubious ownership')
      expect(status.stdout).toContain('On branch')
    })

    it.skipIf(!STANDINGS.includes("the machine's root"))(
      'of others cannot be overruled by root, as he could on the disk, and that is told',
      async () => {
        await using user = await testUser("the machine's root")
        user.sh(
          'mkdir mixed theirs closed closed/in own; for f in mixed/f theirs/f closed/in/f own/f; do echo x >$f; done; chown 54321 mixed/f theirs theirs/f closed; chmod 600 mixed/f; chmod 755 theirs; chmod 700 closed',
        )
        const roots = ['mixed', 'theirs', 'closed/in', 'own', 'mixed/f'].map(
          (name) => `${user.folder}/${name}`,
        )
        await using world = await user.world({ roots })
        await using file = await user.world({ roots: roots.slice(4) })

        const run = await world.sh(
          `id -u; cd ${user.folder}; cat mixed/f; echo y >>theirs/f; ls closed; echo y >own/f; rm own/f; mkdir own/d; mv own/d own/e; ls own`,
        )

        expect(world.limits.map(({ root, why }) => [root.slice(user.folder.length + 1), why])).toEqual([
          ['mixed', 'owner'],
          ['theirs', 'owner'],
          ['closed/in', 'owner'],
        ])
        expect(file.limits).toEqual([{ root: roots[4], why: 'owner' }])
        expect(run.stdout).toBe('0\ne\n')
        expect(run.stderr.match(/Permission denied/g)).toHaveLength(3)
        expect(user.sh('cat mixed/f theirs/f; ls theirs own')).toBe('x\nx\nown:\nf\n\ntheirs:\nf\n')
      },
    )

    it('let a root below a repository find it', async () => {
      await using user = await testUser()
      user.sh('git init -q repo; mkdir -p repo/a/b; echo x >repo/a/b/f')
      const status = 'git status --porcelain'
      await using world = await user.world({ roots: [`${user.folder}/repo/a/b`] })

      expect((await world.sh(status)).stdout).toBe(user.sh(`cd repo/a/b; ${status}`))
    })

    it('let git say in the words of the disk that there is no repository', async () => {
      await using user = await testUser()
      user.sh('mkdir -p root/plain')
      const status = 'git -C plain status 2>&1 || true'
      await using world = await user.world({ roots: [`${user.folder}/root`] })

      expect((await world.sh(status)).stdout).toBe(user.sh(`cd root; ${status}`))
    })
  },
)
