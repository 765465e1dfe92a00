import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { manualClock } from '../base/index.js'
import { type Answerer, chainAnswerers } from './chain.js'
import { stub } from './stub.js'
import { stubAnswerer } from './stub-answerer.js'
import { type TraceEvent, traceAnswerer } from './trace.js'

verifies('chain:trace')

describe('traceAnswerer', () => {
  it('reports start and end of a call with arguments, outcome, source and duration', async () => {
    const { events, chain, clock } = traced({
      name: 'slow',
      answer: (call, next) => {
        clock.advance(12)
        return next(call)
      },
    })

    await chain({ n: 4, server: 'files', tool: 'read', arguments: { path: 'a' } })

    const about = { call: 4, tool: 'files:read', arguments: { path: 'a' } }
    expect(events).toEqual([
      { type: 'tool_start', sequence: 0, ...about },
      {
        type: 'tool_end',
        sequence: 1,
        ...about,
        elapsedMs: 12,
        outcome: 'tool-error',
        provenance: { source: 'stub' },
      },
    ])
  })
  it('reports a call that threw as failed, and lets the failure through', async () => {
    const { events, chain } = traced({ name: 'broken', answer: () => Promise.reject(new Error('gone')) })

    await expect(chain({ n: 1, server: 'files', tool: 'read' })).rejects.toThrow('gone')

    expect(events).toEqual([
      { type: 'tool_start', sequence: 0, call: 1, tool: 'files:read' },
      { type: 'tool_end', sequence: 1, call: 1, tool: 'files:read', elapsedMs: 0, outcome: 'failed' },
    ])
  })
  it('numbers the events of calls that overlap in the order they happen', async () => {
    const { events, chain } = traced({ name: 'pass', answer: (call, next) => next(call) })

    await Promise.all([1, 2].map((n) => chain({ n, server: 'files', tool: 'read' })))

    expect(events.map(({ sequence, type, call }) => `${sequence} ${type} ${call}`)).toEqual([
      '0 tool_start 1',
      '1 tool_start 2',
      '2 tool_end 1',
      '3 tool_end 2',
    ])
  })
})

function traced(middle: Answerer) {
  const clock = manualClock()
  const events: TraceEvent[] = []
  const trace = traceAnswerer((event) => events.push(event), clock)
  const stubs = stubAnswerer([stub('files:read', { toolError: 'no' })])
  return { clock, events, chain: chainAnswerers([trace, middle, stubs]) }
}
