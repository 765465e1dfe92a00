import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import {
  SandboxError,
  SessionError,
  StoreError,
  TransportError,
  UnderstudyError,
  UsageError,
} from './errors.js'

verifies('ours:errors-are-five-classes')

describe('errors', () => {
  it('carry code, hint, data and cause beside the message', () => {
    const cause = new Error('ENOENT')
    const error = new TransportError('SPAWN_FAILED', 'Cannot start "x"', {
      hint: 'check the command',
      data: { exitCode: 127 },
      cause,
    })

    expect(error).toMatchObject({
      name: 'TransportError',
      code: 'SPAWN_FAILED',
      message: 'Cannot start "x"',
      hint: 'check the command',
      data: { exitCode: 127 },
      evidence: [],
    })
    expect(error.cause).toBe(cause)
  })
  it('show their evidence under the first line of the message', () => {
    const error = new SessionError('REQUEST_TIMEOUT', 'No answer', { evidence: ['stderr: a', 'stderr: b'] })

    expect(error.message).toBe('No answer\n  stderr: a\n  stderr: b')
    expect(error.evidence).toEqual(['stderr: a', 'stderr: b'])
  })
  it('have no cause when none is given', () => {
    expect('cause' in new UsageError('USAGE', 'x')).toBe(false)
  })
  it('are of five classes, each with its name, all of one kind', () => {
    const errors = [
      new UsageError('USAGE', 'x'),
      new TransportError('WRITE_FAILED', 'x'),
      new SessionError('HANDSHAKE_FAILED', 'x'),
      new SandboxError('SANDBOX_MISSING', 'x'),
      new StoreError('STORE_FULL', 'x'),
    ]

    expect(errors.map(({ name }) => name)).toEqual([
      'UsageError',
      'TransportError',
      'SessionError',
      'SandboxError',
      'StoreError',
    ])
    expect(errors.every((error) => error instanceof UnderstudyError)).toBe(true)
    expect(String(errors[0])).toBe('UsageError: x')
  })
})
