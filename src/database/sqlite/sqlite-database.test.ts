import { describe, expect, it } from 'vitest'
import { openSqliteDatabase, type SqliteDatabase, type SqliteValue } from './sqlite-database.js'

async function openTable(): Promise<SqliteDatabase> {
  const database = await openSqliteDatabase(':memory:', 0)
  database.execute('CREATE TABLE things (a, b)')
  return database
}

/** What a caller might hand over when types are of no help. */
function untyped(...values: unknown[]): readonly SqliteValue[] {
  return values as SqliteValue[]
}

describe('a SQLite database', () => {
  it('gives back text, numbers and big integers as they went in', async () => {
    const database = await openTable()
    const values = ['é"\'\\😀', '', 0.1, -5, 9007199254740991n]

    const changed = values.map((value) => database.run('INSERT INTO things VALUES (?, ?)', [value, 1]))

    expect(changed).toEqual(values.map(() => 1))
    expect(database.all('SELECT a FROM things ORDER BY rowid', [])).toEqual(
      values.map((value) => [typeof value === 'bigint' ? Number(value) : value]),
    )
    database.close()
  })

  it.each<[string, readonly SqliteValue[]]>([
    ['a boolean, which would abort the process', untyped(true, 1)],
    ['bytes, which would abort the process', untyped(Buffer.from('x'), 1)],
    ['null', untyped(null, 1)],
    ['undefined', untyped(undefined, 1)],
    ['an object', untyped({}, 1)],
    ['a number that is none', [Number.NaN, 1]],
    ['text that it would cut', ['a\u0000b', 1]],
    ['text that it would change', ['\ud800', 1]],
    ['too few parameters, for which it would take the last ones', ['a']],
    ['too many parameters', ['a', 1, 2]],
  ])('refuses %s', async (_, parameters) => {
    const database = await openTable()
    database.run('INSERT INTO things VALUES (?, ?)', ['before', 1])

    expect(() => database.run('INSERT INTO things VALUES (?, ?)', parameters)).toThrowError(TypeError)
    expect(database.all('SELECT a FROM things', [])).toEqual([['before']])
    database.close()
  })

  it('does all of a transaction or nothing', async () => {
    const database = await openTable()

    const failing = () =>
      database.transaction(() => {
        database.run('INSERT INTO things VALUES (?, ?)', ['a', 1])
        throw new RangeError('on purpose')
      })

    expect(failing).toThrowError(new RangeError('on purpose'))
    expect(database.all('SELECT count(*) FROM things', [])).toEqual([[0]])
    expect(database.transaction(() => database.run('INSERT INTO things VALUES (?, ?)', ['b', 2]))).toBe(1)
    database.close()
  })

  it('says that it is full, keeps what it had, and goes on when there is room', async () => {
    const database = await openTable()
    database.run('INSERT INTO things VALUES (?, ?)', ['kept', 1])
    database.execute('PRAGMA max_page_count = 3')
    const fill = () =>
      database.transaction(() => {
        for (let n = 0; n < 100; n++) database.run('INSERT INTO things VALUES (?, ?)', ['x'.repeat(1000), n])
      })

    expect(fill).toThrowError(
      expect.objectContaining({
        name: 'StoreError',
        code: 'STORE_FULL',
        message: 'Cannot use the store ":memory:": the disk is full\n  SQLite says: database or disk is full',
        hint: 'make room on the disk; what was stored before is kept',
      }),
    )
    expect(database.all('SELECT a FROM things', [])).toEqual([['kept']])
    database.execute('PRAGMA max_page_count = 100')
    expect(fill).not.toThrow()
    database.close()
  })

  it('refuses a path that could be taken for a remote address', async () => {
    await expect(openSqliteDatabase('libsql://evil.test', 0)).rejects.toThrowError(TypeError)
  })
})
