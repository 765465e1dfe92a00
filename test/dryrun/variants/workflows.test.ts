/** Which guesses matter in a workflow: its conditions are seen as those of a program are. */
import { expect, test } from 'vitest'
import { rehearse } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { TOOLS } from './guessed-programs.js'

verifies('rehearsal:guesses-tried')

const make = { id: 'a', tool: 's:make', arguments: { title: 't' } }
const raw = (more: object) => ({ id: 'b', tool: 's:raw', ...more })

test.each<[string, readonly object[]]>([
  ['answers that nobody reads', [raw({}), { ...raw({ depends_on: ['b'] }), id: 'c' }]],
  ['an id that is handed on', [make, raw({ arguments: { body: '$OUTPUT[a].id' } })]],
  ['a text that quotes one', [make, raw({ arguments: { body: 'see $OUTPUT[a].id!' } })]],
  [
    'two answers of many members',
    [make, { ...make, id: 'm' }, raw({ arguments: { body: '$OUTPUT[a].id and $OUTPUT[m].title' } })],
  ],
  ['a condition that no value turns', [make, raw({ when: { '$OUTPUT[a].state': { '==': 'lost' } } })]],
])('a workflow with %s is passed, with what it assumes', async (_, tasks) => {
  const report = await rehearsed(tasks)

  expect(report).toMatchObject({ verdict: 'pass', exploration: { settled: true, open_conditions: [] } })
  expect(report.assumptions?.length).toBe(report.calls.length)
})

test.each<[string, readonly object[], object]>([
  [
    'a flag',
    [make, raw({ when: { '$OUTPUT[a].open': { '==': true } } })],
    { what: 'branch', line: 1, text: '$OUTPUT[a].open == true' },
  ],
  [
    'a number that nobody would guess',
    [make, raw({ when: { '$OUTPUT[a].count': { '==': 4711 } } })],
    { what: 'branch', values: [expect.any(Number), 4711] },
  ],
  [
    'a label among others',
    [make, raw({ when: { '$OUTPUT[a].labels': { '==': ['x'] } } })],
    { what: 'branch' },
  ],
  ['an item that may not be there', [make, raw({ arguments: { body: '$OUTPUT[a].labels[0]' } })], {}],
])('a workflow with %s is no pass, and says what decides', async (_, tasks, decides) => {
  const { verdict, calls, exploration } = await rehearsed(tasks)

  expect(verdict).toBe('uncertain')
  if (exploration?.settled === true)
    expect(calls[0]).toMatchObject({ influence: 'decides', decides: [decides] })
  else expect(exploration?.open_conditions).toMatchObject([{ line: 1 }])
})

test.each<[string, string]>([
  ['a member', '.id'],
  ['an item of a member', '.rows[1].id'],
  ['the whole answer', ''],
])('a workflow says where %s comes from, though nobody promises that it is there', async (_, path) => {
  const { verdict, calls } = await rehearsed([
    raw({ arguments: { body: 'new' } }),
    {
      ...raw({ arguments: { body: `$OUTPUT[b]${path}` }, when: { '$OUTPUT[b].open': { '!=': 'no' } } }),
      id: 'c',
    },
  ])

  const pointer = path.replaceAll(/[.[]/g, '/').replace(']', '')
  expect(verdict).toBe('uncertain')
  expect(calls).toMatchObject([
    { influence: 'decides' },
    { arguments_from: { '/body': { call: 1, pointer } } },
  ])
})

test('a budget of 0 leaves a workflow as it was', async () => {
  const report = await rehearsed([raw({})], 0)

  expect(report.verdict).toBe('uncertain')
  expect(report).not.toHaveProperty('assumptions')
})

function rehearsed(tasks: readonly object[], budget = 24) {
  return rehearse(JSON.stringify({ tasks }), { tools: TOOLS, fileName: 'plan.json', now: 0, budget })
}
