import { describe, expect, it } from 'vitest'
import { StoreError } from '../../base/index.js'
import { isBrokenConnection, isTimeout, storeErrorOf } from './postgres-failures.js'
import { parsePostgresUrl } from './postgres-url.js'

const ADDRESS = parsePostgresUrl('postgres://me:Sesame-open-99@db/team')

describe('a failure of PostgreSQL', () => {
  it.each([
    ['55P03', 'canceling statement due to lock timeout', 'STORE_LOCKED', 'another process holds it'],
    ['40P01', 'deadlock detected', 'STORE_LOCKED', 'another process holds it'],
    ['57014', 'canceling statement due to statement timeout', 'STORE_LOCKED', 'it took too long to answer'],
    ['53300', 'sorry, too many clients already', 'STORE_LOCKED', 'the server has no connection left'],
    [
      '53100',
      'could not extend file: No space left on device',
      'STORE_FULL',
      'the disk of the server is full',
    ],
    [
      '25006',
      'cannot execute INSERT in a read-only transaction',
      'STORE_UNREADABLE',
      'the server only reads',
    ],
    ['57P03', 'the database system is starting up', 'STORE_UNREADABLE', 'the server starts or stops'],
    ['42P01', 'relation "understudy.recordings" does not exist', 'STORE_CORRUPT', 'tables of it are missing'],
    ['XX001', 'invalid page in block 7 of relation base/5/16400', 'STORE_CORRUPT', 'it is damaged'],
    ['22012', 'division by zero', 'STORE_UNREADABLE', 'it cannot be read or written'],
  ])('of state %s (%s) is %s: %s', (state, message, code, found) => {
    const failure = storeErrorOf(
      Object.assign(new Error(message), { code: state, severity: 'ERROR' }),
      ADDRESS,
    )

    expect(failure).toBeInstanceOf(StoreError)
    expect(failure).toMatchObject({
      code,
      message: `Cannot use the store "postgres://db/team": ${found}\n  PostgreSQL says: ${message}`,
      hint: expect.stringMatching(/./),
      data: { store: 'postgres://db/team', postgres: state },
    })
  })

  it.each([
    ['Connection terminated unexpectedly', 'the connection broke'],
    ['Connection terminated due to connection timeout', 'no answer came in time'],
    ['The server does not support SSL connections', 'the server speaks no TLS'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'the server asks for a password'],
  ])('of the driver (%s) is told as %j', (message, found) => {
    expect(storeErrorOf(new Error(message), ADDRESS)).toMatchObject({
      code: 'STORE_UNREADABLE',
      message: `Cannot use the store "postgres://db/team": ${found}\n  The connection says: ${message}`,
    })
  })

  it('of a name with several addresses tells all of them', () => {
    const refused = [new Error('connect ECONNREFUSED ::1:5'), new Error('connect ECONNREFUSED 127.0.0.1:5')]
    const failure = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' })

    expect(storeErrorOf(failure, ADDRESS)).toMatchObject({
      message:
        'Cannot use the store "postgres://db/team": no server listens there\n  The connection says: connect ECONNREFUSED ::1:5; connect ECONNREFUSED 127.0.0.1:5',
    })
  })

  it('shows neither a password nor what a terminal would obey', () => {
    const failure = storeErrorOf(new Error('no Sesame-open-99 \u001b[2J\nhere'), ADDRESS)

    expect(failure).toHaveProperty('message', expect.stringMatching(/no \S+ \\x1b\[2J\\x0ahere$/))
    expect(String((failure as Error).cause) + (failure as Error).stack).not.toContain('Sesame-open-99')
  })

  it('is left alone when it is ours, or a mistake in the code', () => {
    const ours = [new StoreError('STORE_NEWER', 'x'), new TypeError('x'), 'x', undefined]

    expect(ours.map((each) => storeErrorOf(each, ADDRESS))).toEqual(ours)
    expect(ours.map(isBrokenConnection)).toEqual([false, false, false, false])
  })

  it('means another connection may do better, or not', () => {
    const ofServer = (code: string) => Object.assign(new Error('x'), { code, severity: 'FATAL' })
    const failures = [
      ofServer('57P01'),
      ofServer('08006'),
      new Error('Connection terminated'),
      ofServer('42501'),
    ]

    expect(failures.map(isBrokenConnection)).toEqual([true, true, true, false])
    expect([new Error('Query read timeout'), new Error('Connection terminated')].map(isTimeout)).toEqual([
      true,
      false,
    ])
  })
})
