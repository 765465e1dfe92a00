import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { SessionError, UsageError } from '../base/index.js'
import { ExitWith, exitCodeFor, exitCodeOf, exitCodeOfProcess } from './exit-code.js'

describe('exit codes', () => {
  it.each([
    [{}, 0],
    [{ failed: false, unavailable: false }, 0],
    [{ unavailable: true }, 3],
    [{ failed: true }, 1],
    [{ failed: true, unavailable: true }, 1],
  ] as const)('of a command that ended with %j is %i', (end, expected) => {
    const code = exitCodeFor(end)

    expect(code).toBe(expected)
  })

  it.each([
    [new UsageError('USAGE', 'Cannot use it'), 2],
    [new SessionError('HANDSHAKE_FAILED', 'Cannot start it'), 3],
    [new ExitWith({ failed: true }, new SessionError('HANDSHAKE_FAILED', 'It ended')), 1],
    [new Error('unforeseen'), 1],
  ])('of %s is %i', (error, expected) => {
    const code = exitCodeOf(error)

    expect(code).toBe(expected)
  })

  it.each([
    [{ exitCode: 7, signal: null }, 7],
    [{ exitCode: null, signal: 'SIGTERM' }, 128 + constants.signals.SIGTERM],
    [{ exitCode: null }, 0],
  ] as const)('of a process that ended with %j is %i', (end, expected) => {
    const code = exitCodeOfProcess(end)

    expect(code).toBe(expected)
  })
})
