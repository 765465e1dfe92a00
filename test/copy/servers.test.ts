/** Real servers in one world: what one writes, the other sees, and the disk does not. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { testUser, whyNoCopies } from './disposable-world.js'

const reason = whyNoCopies()

describe.skipIf(reason !== undefined)(
  `servers in a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('answer as on the disk, see what the others write, and end in order', async () => {
      await using user = await testUser()
      user.sh('mkdir notes; echo hello >notes/a.txt')

      const told = JSON.parse(
        execFileSync(...user.node('servers.mjs', `${user.folder}/notes`), {
          encoding: 'utf8',
          cwd: user.folder,
          timeout: 90_000,
        }),
      )

      expect(told).toEqual({
        first: [],
        read: 'hello\n',
        wrote: [['made', 'b.txt']],
        seenByOther: '[FILE] a.txt\n[FILE] b.txt',
        moved: [
          ['renamed', 'sub/c.txt'],
          ['made', 'sub'],
        ],
        closed: { kind: 'closed-here', exitCode: 0 },
        others: { kind: 'closed-here', exitCode: 0 },
        attempts: { noRoute: 0, refused: 0, noPort: 0 },
      })
      expect(user.sh('ls notes')).toBe('a.txt\n')
    })

    it('are spoken to as those on stdio are: in order, whole, and closed with what they ended with', async () => {
      await using user = await testUser()

      const told = JSON.parse(
        execFileSync(...user.node('transport.mjs'), { encoding: 'utf8', cwd: user.folder, timeout: 90_000 }),
      )

      expect(told).toEqual({
        inOrder: true,
        whole: true,
        quit: { kind: 'closed-by-peer', exitCode: 5 },
        stubborn: { kind: 'closed-here', signal: 'SIGKILL' },
        polite: { kind: 'closed-here', exitCode: 7 },
        ended: { kind: 'closed-by-peer', signal: 'SIGKILL' },
        late: 'CONNECTION_CLOSED',
        limit: { kind: 'broken', signal: 'SIGKILL', code: 'COPY_LIMIT' },
      })
    })
  },
)
