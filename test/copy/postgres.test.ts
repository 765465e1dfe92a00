/** A real PostgreSQL server in a copied world, and one outside that is reached by its socket alone. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lookupHere, whyNotCopied } from '../../src/transport/copy/index.js'
import { findServerPrograms } from '../postgres/server.mjs'
import { verifies } from '../verifies.js'
import { type TestUser, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:disk', 'rehearsal:copies-are-evidence')

const programs = findServerPrograms()
const reason = programs === undefined ? 'PostgreSQL is not installed' : whyNoCopies()
const LISTING = 'find data -printf "%p %i %m %s %T@ %C@\\n" | sort'

describe.skipIf(reason !== undefined)(
  `a database server and a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it('runs there on its data, answers on a socket of the copy, and leaves the data as they were', async () => {
      await using user = await testUser('user', '', 'postgres')
      makeData(user)
      const before = user.sh(LISTING)
      await using world = await user.world({ roots: [`${user.folder}/data`] })

      const run = await world.sh(
        `${start('/tmp')} >/dev/null && ${sql('/tmp', 'create table notes (text text)')} && ${sql('/tmp', "insert into notes values ('kept')")} && ${stop} >/dev/null && ${start('/tmp')} >/dev/null && ${sql('/tmp', 'select text from notes')} && ls -A /tmp && ${stop} >/dev/null`,
      )

      expect(run).toMatchObject({
        stdout: expect.stringMatching(/^CREATE TABLE\nINSERT 0 1\nkept\n[\s\S]*\.s\.PGSQL\.5432\n/),
        exitCode: 0,
      })
      expect(await world.attempts()).toEqual({ noRoute: 0, refused: 0, noPort: 0 })
      expect(user.sh(LISTING)).toBe(before)
    })

    it('does not reach one outside, which is recognised by the folder of its socket', async () => {
      await using user = await testUser('user', '', 'postgres')
      makeData(user)
      const sockets = `${user.folder}/sockets`
      user.sh(`mkdir sockets; cd data; ${start(sockets)} >/dev/null 2>&1`)
      try {
        await using world = await user.world({ roots: [`${user.folder}/data`] })
        const ask = sql(sockets, 'select 7')

        const inside = await world.sh(ask)

        expect(user.sh(ask)).toBe('7\n')
        expect(inside).toMatchObject({ stdout: '', stderr: expect.stringContaining('Connection refused') })
        // No counter tells of it: it is known by what it is given.
        expect(await world.attempts()).toEqual({ noRoute: 0, refused: 0, noPort: 0 })
        expect(whyNotCopied({ command: 'server', env: { PGHOST: sockets } }, lookupHere())).toMatchObject({
          why: 'socket',
          reason: `it is given a socket, "${sockets}/.s.PGSQL.5432"`,
        })
      } finally {
        user.sh(`cd data; ${stop}`)
      }
    })
  },
)

/** Those of the server stand in the folder `data`. */
function makeData(user: TestUser): void {
  user.sh(`${program('initdb')} -D data -U owner -A trust --locale=C --no-sync >/dev/null`)
}

function start(sockets: string): string {
  return `${program('pg_ctl')} -D . -w -l /dev/null -o "-c listen_addresses='' -c fsync=off -k ${sockets}" start`
}

const stop = `${program('pg_ctl')} -D . -m fast -w stop`

function sql(sockets: string, command: string): string {
  return `${program('psql')} -h ${sockets} -U owner -At -c "${command}" postgres`
}

function program(name: string): string {
  return join(programs ?? '', name)
}
