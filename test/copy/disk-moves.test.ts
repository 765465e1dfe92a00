/** The disk below a copy moves while it stands: roots are as they were, of the rest one state or the other is seen, and neither is a change. */
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:changes', 'copy:disk')

const reason = whyNoCopies()
const [OLD, NEW] = ['old\n'.repeat(2000), 'newer\n'.repeat(3000)]

/** What happens outside to `FILE`, which holds `OLD`. */
const MOVES: Readonly<Record<string, string>> = {
  'is written': 'cat new >FILE',
  'is replaced': 'cp new t; mv t FILE',
  'is written back': 'cat new >FILE; cat old >FILE',
  'is removed': 'rm FILE',
  'goes with its folder': 'rm -r $(dirname FILE)',
  'goes, and comes again with its folder': 'rm -r $(dirname FILE); mkdir $(dirname FILE); cp new FILE',
}

describe.skipIf(reason !== undefined)(
  `a copied world over a disk that moves${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it.each(BARE_STANDINGS)('shows what was, or what is, and never a mix, as %s', async (standing) => {
      await using user = await testUser(standing)
      user.sh(`mkdir root; yes old | head -n 2000 >old; yes newer | head -n 3000 >new`)
      const names = Object.keys(MOVES)
      names.forEach((_, i) => void user.sh(`mkdir root/${i} ${i}; cp old root/${i}/f; cp old ${i}/f`))
      await using world = await user.world({ roots: [`${user.folder}/root`] })
      // Half of what lies outside the roots was looked at before it moves.
      await world.sh('cat ../[024]/f >/dev/null')

      for (const [i, move] of Object.values(MOVES).entries())
        user.sh([`root/${i}/f`, `${i}/f`].map((file) => move.replaceAll('FILE', file)).join('; '))
      const seen = await Promise.all(names.map((_, i) => world.sh(`cat ${i}/f`)))
      const beside = await Promise.all(names.map((_, i) => world.sh(`cat ../${i}/f 2>/dev/null`)))

      expect(seen.map(({ stdout }) => stdout === OLD)).toEqual(names.map(() => true))
      expect(beside.filter(({ stdout }) => stdout !== '' && stdout !== OLD && stdout !== NEW)).toEqual([])
      expect(await world.changes({ everything: true })).toEqual([])
      expect(user.sh('cat 0/f root/1/f')).toBe(NEW + NEW)
    })
  },
)
