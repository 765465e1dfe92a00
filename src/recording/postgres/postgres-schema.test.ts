import { expect, it } from 'vitest'
import { type PostgresDatabase, parsePostgresUrl, sqlName } from '../../database/index.js'

import { advisoryLock, preparePostgresSchema } from './postgres-schema.js'

it('a server that is too old is refused before anything is written', async () => {
  const said: string[] = []
  const run = async (sql: string) => {
    said.push(sql)
    return [[120022, 'UTF8', false, 0, null]]
  }
  const unused = () => Promise.reject(new TypeError('not to be used'))
  const database: PostgresDatabase = {
    ...{ address: parsePostgresUrl('postgres://db/team'), run },
    ...{ transaction: unused, connect: unused, close: unused, errorOf: (failure: unknown) => failure },
  }

  await expect(preparePostgresSchema(database, 'a'.repeat(32))).rejects.toMatchObject({
    code: 'STORE_UNREADABLE',
    message: 'Cannot use the store "postgres://db/team": the server is PostgreSQL 12',
    hint: 'use PostgreSQL 13 or newer; nothing was changed',
  })
  expect(said).toHaveLength(1)
})

it('an advisory lock is a number of 64 bits, another one for everything else', () => {
  const locks = [advisoryLock('key', 'a', 'bc'), advisoryLock('key', 'ab', 'c'), advisoryLock('schema', 'a')]

  expect(new Set(locks).size).toBe(3)
  expect(locks.map((each) => BigInt.asIntN(64, BigInt(each)).toString())).toEqual(locks)
})

it('a schema is quoted whatever its name', () => {
  expect(sqlName('a "b"; DROP TABLE c')).toBe('"a ""b""; DROP TABLE c"')
})
