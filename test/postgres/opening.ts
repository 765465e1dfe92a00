/** Opening a store in PostgreSQL: how it is reached, and every way in which it is not. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../src/recording/index.js'
import { recording } from '../contract/recording-store.contract.js'
import { freshSchema, openStore, type Place, server, sql, urlOf } from './world.js'

const CERTIFICATE = new URL('server.crt', import.meta.url).pathname

describe('opening a PostgreSQL store', () => {
  it.each<[string, string, RegExp, Place]>([
    [
      'a wrong password',
      'STORE_UNREADABLE',
      /: the server does not let this user in\n {2}PostgreSQL says: password/,
      { password: 'Sesame-open-99' },
    ],
    [
      'a user who is not there',
      'STORE_UNREADABLE',
      /: the server does not let this user in\n/,
      { user: 'nobody' },
    ],
    [
      'a database that is not there',
      'STORE_UNREADABLE',
      /: there is no such database\n.*"nowhere" does not exist/,
      { database: 'nowhere' },
    ],
    [
      'a port where nobody listens',
      'STORE_UNREADABLE',
      /: no server listens there\n.*ECONNREFUSED/,
      { port: 1 },
    ],
    [
      'a host that is not there',
      'STORE_UNREADABLE',
      /: there is no such host\n/,
      { host: 'no-such-host.invalid' },
    ],
    [
      'a certificate of nobody known',
      'STORE_UNREADABLE',
      /: the server could not be trusted\n/,
      { options: 'sslmode=verify-full' },
    ],
    [
      'a certificate of another host',
      'STORE_UNREADABLE',
      /: the server could not be trusted\n/,
      { options: `sslmode=verify-full&sslrootcert=${CERTIFICATE}` },
    ],
  ])('tells %s by %s and a hint, and never the password', async (_, code, message, place) => {
    const failure = await openPostgresStore(urlOf({ schema: 'x', ...place })).catch(
      (reason: unknown) => reason,
    )

    expect(failure).toMatchObject({ name: 'StoreError', code, hint: expect.stringMatching(/./) })
    expect(failure).toHaveProperty('message', expect.stringMatching(message))
    const password = place.password ?? server.password
    const all = inspect(failure, { depth: 20, showHidden: true })
    expect([password, encodeURIComponent(password)].filter((each) => all.includes(each))).toEqual([])
  })

  it.each([
    ['says nothing', ''],
    ['speaks another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('does not wait for ever for a server that %s', async (_, answer) => {
    const port = await listenMutely(answer)

    const opening = openPostgresStore(urlOf({ port }), { connectTimeoutMs: 300 })

    await expect(opening).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_UNREADABLE' })
  })

  it.each([
    ['disable', false],
    ['require', true],
    [`verify-ca&sslrootcert=${CERTIFICATE}`, true],
  ])('with sslmode=%s speaks TLS: %j', async (mode, encrypted) => {
    const schema = freshSchema()
    const store = await openStore({ schema, options: `sslmode=${mode}` })
    await store.append([recording()])

    expect(sql(SSL_OF_STORES)).toBe(encrypted ? 't' : 'f')
  })

  it('with sslmode=verify-full takes a certificate of the host from the named authority', async () => {
    const host = 'localhost'
    const store = await openStore({
      schema: freshSchema(),
      host,
      options: `sslmode=verify-full&sslrootcert=${CERTIFICATE}`,
    })

    await store.append([recording()])
    expect(await store.lookup(recording().key)).toEqual(recording())
  })

  it('goes through the socket of this machine', async () => {
    const { port, socketFolder } = server
    const url = `postgres:///postgres?host=${encodeURIComponent(socketFolder)}&port=${port}&user=owner&schema=socket`

    await using store = await openPostgresStore(url)

    await store.append([recording()])
    expect(await store.lookup(recording().key)).toEqual(recording())
  })

  it('refuses a schema with tables of another program, and leaves it as it was', async () => {
    sql('CREATE SCHEMA theirs; CREATE TABLE theirs.properties (name text, value text)')

    await expect(openStore({ schema: 'theirs' })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringMatching(/: the schema holds tables of another program$/),
      hint: 'name another one by ?schema=; nothing was changed',
    })
    expect(sql("SELECT relname FROM pg_class WHERE relnamespace = 'theirs'::regnamespace")).toBe('properties')
  })

  it('refuses a database that cannot hold every text', async () => {
    sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")

    await expect(openStore({ database: 'latin' })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringMatching(/: the database is encoded in LATIN1$/),
    })
  })

  it('tells a store without its salt', async () => {
    const place = { schema: 'saltless' }
    await openStore(place)
    sql("DELETE FROM saltless.properties WHERE name = 'salt'")

    await expect(openStore(place)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringMatching(/: its salt is missing$/),
    })
  })

  it('needs no right to create where an owner made the schema, and only the right to read to look up', async () => {
    sql(
      "CREATE ROLE member LOGIN PASSWORD 'm'; CREATE SCHEMA team AUTHORIZATION member; CREATE ROLE reader LOGIN PASSWORD 'r'",
    )
    const member = await openStore({ schema: 'team', user: 'member', password: 'm' })
    await member.append([recording()])
    const asReader = { schema: 'team', user: 'reader', password: 'r' }
    const refused = await openPostgresStore(urlOf(asReader)).catch((failure: unknown) => failure)
    sql('GRANT USAGE ON SCHEMA team TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA team TO reader')

    const reader = await openStore(asReader)

    expect(refused).toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining(': this user has not the right to\n'),
    })
    expect(await reader.lookup(recording().key)).toEqual(recording())
    await expect(reader.append([recording()])).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining('permission denied for table recordings'),
      hint: 'let an owner GRANT it, or name a user who has it',
    })
  })
})

async function listenMutely(answer: string): Promise<number> {
  const mute = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer !== '') socket.write(answer)
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void mute.close())
  await once(mute, 'listening')
  const address = mute.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}

const SSL_OF_STORES = `
  SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'understudy'`
