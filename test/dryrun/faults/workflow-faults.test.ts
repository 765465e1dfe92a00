/** Faults of workflows: nothing catches, and what does not depend on the task goes on. */
import { expect, test } from 'vitest'
import { verifies } from '../../verifies.js'
import { faultsOf } from './office.js'

verifies('rehearsal:faults')

const PLAN = JSON.stringify(
  {
    tasks: [
      { id: 'make', tool: 'office:make' },
      { id: 'send', tool: 'office:send', arguments: { id: '$OUTPUT[make].id' } },
      { id: 'drop', tool: 'office:drop' },
    ],
  },
  null,
  1,
)

test('a task that fails takes with it what depends on it, and the others are done', async () => {
  const faults = await faultsOf(PLAN, 1, { fileName: 'plan.json' })

  expect(faults.tool_error).toEqual({
    ...{ call: 1, tool: 'office:make', line: 3, column: 3, fault: 'tool_error' },
    ...{ end: 'stopped', ended: 'threw', ended_because: 'failed: make, send', half_done: true },
    ...{ done: [3], not_made: [1, 2], repeated: [], instead: [] },
    assumes: ['office:drop (call 3) is answered as it was, whatever became of office:make (call 1)'],
  })
  expect(faults.timeout_after).toMatchObject({ done: [1, 3], not_made: [2] })
  expect(faults.empty).toMatchObject({
    ...{ end: 'handled', done: [1, 3], not_made: [2] },
    instead: [{ tool: 'office:send', arguments: { id: '' } }],
  })
})

test('an answer that no task reads is not emptied, and none is slow', async () => {
  expect(Object.keys(await faultsOf(PLAN, 3, { fileName: 'plan.json' }))).toEqual([
    'timeout_before',
    'timeout_after',
    'tool_error',
  ])
})
