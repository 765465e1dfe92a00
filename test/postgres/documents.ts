/** What the gateways of a team share beside recordings. */
import { describe, expect, it } from 'vitest'
import { openPostgresDatabase, parsePostgresUrl } from '../../src/database/index.js'
import { sharedRunArchive } from '../../src/gateway/runs/shared-run-archive.js'
import { MIGRATIONS, preparePostgresSchema } from '../../src/recording/postgres/postgres-schema.js'
import { recording } from '../contract/recording-store.contract.js'
import { archivedRun, describeRunArchive } from '../contract/run-archive.contract.js'
import { cutConnections, freshSchema, openStore, urlOf } from './world.js'

describeRunArchive('the archive in PostgreSQL', async (limits) => sharedRunArchive(await openStore(), limits))

describe('the archive in PostgreSQL', () => {
  it('shows one gateway what another one has run, to the same principal alone', async () => {
    const place = { schema: freshSchema() }
    const [first, second] = await Promise.all([1, 2].map(() => openStore(place)))
    if (first === undefined || second === undefined) throw new Error('there are two')
    const run = archivedRun('a', { kind: 'run', intent: 'tidy \u0000 up' })

    await sharedRunArchive(first).put(run)

    expect(await sharedRunArchive(second).get('a', 'anna')).toEqual(run)
    expect(await sharedRunArchive(second).get('a', 'bert')).toBeUndefined()
    expect(await sharedRunArchive(second).list('bert')).toEqual([])
  })

  it('stays within its limits while gateways put at once', async () => {
    const place = { schema: freshSchema() }
    const archives = await Promise.all(
      Array.from({ length: 3 }, async () => sharedRunArchive(await openStore(place), { maxRuns: 5 })),
    )

    await Promise.all(
      archives.flatMap((archive, a) =>
        Array.from({ length: 20 }, (_, n) => archive.put(archivedRun(`${a}-${n}`))),
      ),
    )
    await archives[0]?.put(archivedRun('last'))

    const left = await archives[1]?.list('anna')
    expect(left?.length).toBe(5)
    expect(left?.[0]?.id).toBe('last')
  })

  it('goes on after its connections were cut', async () => {
    const archive = sharedRunArchive(await openStore())
    await archive.put(archivedRun('a'))

    cutConnections()
    await archive.put(archivedRun('b'))

    expect((await archive.list('anna')).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('comes into a store of the format before it, which keeps its recordings', async () => {
    const place = { schema: freshSchema() }
    const database = await openPostgresDatabase(parsePostgresUrl(urlOf(place)))
    await preparePostgresSchema(database, 'old-salt', MIGRATIONS.slice(0, 1))
    await database.close()

    const store = await openStore(place)
    await store.append([recording()])
    await sharedRunArchive(store).put(archivedRun('a'))

    expect(store.salt).toBe('old-salt')
    expect(await store.lookup(recording().key)).toEqual(recording())
    expect(await sharedRunArchive(store).get('a', 'anna')).toEqual(archivedRun('a'))
  })
})
