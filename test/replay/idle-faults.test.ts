/** A fault of a tool that was never recorded would strike nobody, and its test would pass for nothing. */
import { expect, it } from 'vitest'
import { createRedactor, type Recording } from '../../src/recording/index.js'
import { createReplay, parseFault, type ReplayOptions } from '../../src/replay/index.js'
import { recorded, recordedCall } from '../fixtures/recorded-exchange.js'

const listed = { tools: [{ name: 'search_nodes', inputSchema: { type: 'object' } }] }
const recordings = [
  recorded({ method: 'tools/list', response: { result: listed } }),
  recordedCall('read_graph', {}, 'a graph'),
]

function replayWith(fault: string, of: readonly Recording[], more: Partial<ReplayOptions> = {}) {
  const redactor = createRedactor({ secrets: [], salt: '00' })
  return () =>
    createReplay({ recordings: of, server: 'demo', redactor, faults: [parseFault(fault)], ...more })
}

it.each([
  ['serch_nodes=error', recordings, 'serch_nodes', 'did you mean search_nodes?'],
  ['raed_graph=timeout@2', recordings, 'raed_graph', 'did you mean read_graph?'],
  [
    'paint=error',
    recordings,
    'paint',
    'recorded are the tools search_nodes, read_graph; a method such as tools/list and * are targets, too',
  ],
  ['paint=error', [], 'paint', 'recorded are no tools; a method such as tools/list and * are targets, too'],
])('the fault %j is refused', (fault, of, target, hint) => {
  expect(replayWith(fault, of)).toThrow(
    expect.objectContaining({
      ...{ name: 'UsageError', code: 'USAGE', hint },
      message: `Cannot use the fault of "${target}": no such tool was recorded`,
    }),
  )
})

it.each(['search_nodes=error', 'read_graph=error', '*=error', 'prompts/get=error', 'ping=error'])(
  'the fault %j is taken',
  (fault) => {
    expect(replayWith(fault, recordings)).not.toThrow()
  },
)

it('any fault is taken where a server is asked for what was not recorded', () => {
  const live = () => Promise.resolve({ result: {} })

  expect(replayWith('paint=error', recordings, { live })).not.toThrow()
})
