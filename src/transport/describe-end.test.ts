import { describe, expect, it } from 'vitest'
import { TransportError } from '../base/index.js'
import { describeEnd, stderrEvidence } from './describe-end.js'

describe('describeEnd', () => {
  it('tells the most telling fact', () => {
    const stderrTail: string[] = []
    const error = new TransportError('MESSAGE_TOO_LARGE', 'Cannot read')

    expect(describeEnd({ kind: 'broken', error, exitCode: 0, stderrTail })).toBe('Cannot read')
    expect(describeEnd({ kind: 'closed-by-peer', signal: 'SIGABRT', stderrTail })).toBe(
      'it was ended by SIGABRT',
    )
    expect(describeEnd({ kind: 'closed-by-peer', exitCode: 1, stderrTail })).toBe('it exited with code 1')
    expect(describeEnd({ kind: 'closed-by-peer', stderrTail })).toBe('it closed the connection')
    expect(describeEnd({ kind: 'closed-here', stderrTail })).toBe('the connection was closed by this side')
  })
})

describe('stderrEvidence', () => {
  it('shows the last lines so that they cannot harm a terminal', () => {
    expect(stderrEvidence([])).toEqual([])
    expect(stderrEvidence(['\u001b[31mred'])).toEqual(['Last line of standard error:', '  \\x1b[31mred'])
    expect(stderrEvidence(['a', 'b', 'c'], 2)).toEqual(['Last 2 lines of standard error:', '  b', '  c'])
    expect(stderrEvidence(['a', 'b', 'c', 'd', 'e'], 4)).toEqual([
      ...['First 1 and last 3 lines of standard error:', '  a', '  …', '  c', '  d', '  e'],
    ])
  })
})
