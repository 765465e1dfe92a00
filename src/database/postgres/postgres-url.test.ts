import { describe, expect, it } from 'vitest'
import { isPostgresUrl } from '../database-name.js'
import { parsePostgresUrl } from './postgres-url.js'

describe('the URL of a PostgreSQL store', () => {
  it.each([
    ['postgres://h/d', true],
    ['postgresql://h/d', true],
    ['postgres.db', false],
    ['./postgres://h/d', false],
    ['mysql://h/d', false],
  ])('%s: %j', (text, isOne) => {
    expect(isPostgresUrl(text)).toBe(isOne)
  })

  it.each([
    [
      'postgres://me:p%40ss%2F@db.example:6543/team',
      {
        shown: 'postgres://db.example:6543/team',
        schema: 'understudy',
        host: 'db.example',
        port: 6543,
        user: 'me',
        password: 'p@ss/',
        database: 'team',
      },
    ],
    ['postgresql://', { shown: 'postgres:///', schema: 'understudy' }],
    [
      'postgres://me@/team',
      { shown: 'postgres:///team', schema: 'understudy', user: 'me', database: 'team' },
    ],
    [
      'postgres:///team?host=/run/pg&port=1&user=me&password=x',
      {
        shown: 'postgres://%2Frun%2Fpg:1/team',
        schema: 'understudy',
        host: '/run/pg',
        port: 1,
        user: 'me',
        password: 'x',
        database: 'team',
      },
    ],
    [
      'postgres://%2Frun%2Fpg/t',
      { shown: 'postgres://%2Frun%2Fpg/t', schema: 'understudy', host: '/run/pg', database: 't' },
    ],
    [
      'postgres://[::1]:7/t',
      { shown: 'postgres://[::1]:7/t', schema: 'understudy', host: '::1', port: 7, database: 't' },
    ],
    [
      'postgres://h/t?schema=Our%20team',
      { shown: 'postgres://h/t?schema=Our%20team', schema: 'Our team', host: 'h', database: 't' },
    ],
    [
      'postgres://h/t?sslmode=disable',
      { shown: 'postgres://h/t', schema: 'understudy', host: 'h', database: 't', tls: false },
    ],
    [
      'postgres://h/t?sslmode=require',
      {
        shown: 'postgres://h/t',
        schema: 'understudy',
        host: 'h',
        database: 't',
        tls: { rejectUnauthorized: false },
      },
    ],
    [
      'postgres://h/t?sslmode=verify-full',
      {
        shown: 'postgres://h/t',
        schema: 'understudy',
        host: 'h',
        database: 't',
        tls: { rejectUnauthorized: true },
      },
    ],
  ])('%s is taken apart', (text, address) => {
    expect(parsePostgresUrl(text)).toEqual(address)
  })

  it.each([
    [
      'a password with a slash, which looks like a port and a path',
      'postgres://me:12/sesame@db/team',
      'it is no URL',
    ],
    ['a password with a question mark', 'postgres://me:12?sesame@db/team', 'it is no URL'],
    ['a password with a number sign', 'postgres://me:12#sesame@db/team', 'it is no URL'],
    ['a port that is none', 'postgres://me:sesame@db:port/team', 'it is no URL'],
    [
      'a percent sign alone',
      'postgres://me:sesame%@db/team',
      'a "%" in it is not followed by two hexadecimal digits',
    ],
    ['an unknown option', 'postgres://me:sesame@db/team?shema=x', 'the option "shema" is not known'],
    [
      'a mode of TLS that falls back',
      'postgres://me:sesame@db/team?sslmode=prefer',
      'sslmode "prefer" is not known here',
    ],
    [
      'a certificate that nothing is done with',
      'postgres://me:sesame@db/team?sslrootcert=/dev/null',
      'it names certificates and no sslmode',
    ],
    [
      'a schema without a name',
      'postgres://me:sesame@db/team?schema=',
      'its schema is no name of 1 to 63 bytes',
    ],
    [
      'a schema whose name would be cut',
      `postgres://me:sesame@db/team?schema=${'é'.repeat(32)}`,
      'its schema is no name of 1 to 63 bytes',
    ],
    [
      'a schema of the system',
      'postgres://me:sesame@db/team?schema=pg_catalog',
      'the schema "pg_catalog" belongs to PostgreSQL',
    ],
  ])('is refused with %s, and the password is not shown', (_, text, found) => {
    const refused = (): unknown => {
      try {
        return parsePostgresUrl(text)
      } catch (failure) {
        return failure
      }
    }

    expect(refused()).toMatchObject({
      name: 'UsageError',
      code: 'USAGE',
      message: `Cannot use the URL of a PostgreSQL store: ${found}`,
    })
    expect(JSON.stringify(refused(), Object.getOwnPropertyNames(refused()))).not.toContain('sesame')
  })
})
