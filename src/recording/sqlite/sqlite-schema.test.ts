import { describe, expect, it } from 'vitest'
import { openSqliteDatabase } from '../../database/index.js'
import { prepareSchema, readSalt } from './sqlite-schema.js'

describe('the tables of a store', () => {
  it('are left alone when another process made them a moment earlier', async () => {
    const database = await openSqliteDatabase(':memory:', 0)
    const salts: string[] = []
    const overtaken = {
      ...database,
      transaction<T>(work: () => T): T {
        prepareSchema(database, 'x', 'a'.repeat(32))
        salts.push(readSalt(database, 'x'))
        return database.transaction(work)
      },
    }

    prepareSchema(overtaken, 'x', 'b'.repeat(32))

    expect([readSalt(database, 'x')]).toEqual(salts)
    database.close()
  })

  it('are damaged without their salt', async () => {
    const database = await openSqliteDatabase(':memory:', 0)
    prepareSchema(database, 'x', 'a'.repeat(32))
    database.execute('DELETE FROM properties')

    expect(() => readSalt(database, 'x')).toThrowError(
      expect.objectContaining({
        code: 'STORE_CORRUPT',
        message: 'Cannot use the store "x": its salt is missing',
      }),
    )
    database.close()
  })
})
