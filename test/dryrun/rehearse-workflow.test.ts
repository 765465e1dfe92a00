/** What a rehearsal says about a workflow. */
import { expect, test } from 'vitest'
import { stub } from '../../src/call/index.js'
import { verifies } from '../verifies.js'
import { recordedPen, rehearseShop } from './shop.js'

verifies('rehearsal:workflows', 'adr:in-ci')

const FIND = { id: 'find', tool: 'shop:find_item', arguments: { name: 'pen' } }

test('a workflow on real values passes, with the value of each task', async () => {
  await using store = await recordedPen({ id: 7, tags: ['blue', 'thin'] })
  const stubs = [stub('shop:tell', { result: 'told' })]

  const report = await rehearseTasks(
    [FIND, { id: 'tell', tool: 'shop:tell', arguments: { message: 'a $OUTPUT[find].tags[1] pen' } }],
    { store, stubs },
  )

  expect(report).toMatchObject({ verdict: 'pass', ended: 'completed', sandbox: null })
  expect(report.calls.map(({ arguments: args }) => args)).toEqual([
    { name: 'pen' },
    { message: 'a thin pen' },
  ])
  expect(report.simulated_result).toEqual({
    find: { state: 'done', value: { id: 7, tags: ['blue', 'thin'] } },
    tell: { state: 'done', value: 'told' },
  })
})

test('a task owes only what it depends on', async () => {
  const report = await rehearseTasks([
    FIND,
    { id: 'alone', tool: 'shop:tell', arguments: { message: 'hi' } },
    { id: 'after', tool: 'shop:buy_item', arguments: { id: '$OUTPUT[find].id' } },
  ])

  expect(report.verdict).toBe('pass')
  expect(report.calls.map(({ depends_on_invented }) => depends_on_invented)).toEqual([[], [], [1]])
})

test('the tasks are told in the order of the file, with what each waits for and how it ended', async () => {
  const report = await rehearseTasks([
    {
      id: 'never',
      tool: 'shop:tell',
      arguments: { message: 'hi' },
      when: { '$OUTPUT[find].id': { exists: false } },
    },
    FIND,
  ])

  expect(report.tasks?.map(({ line: _line, column: _column, ...task }) => task)).toEqual([
    { id: 'never', tool: 'shop:tell', depends_on: ['find'], state: 'skipped' },
    { id: 'find', tool: 'shop:find_item', depends_on: [], state: 'done', call: 1 },
  ])
})

test('a wrong literal argument is told although its task waits for a computed one', async () => {
  const report = await rehearseTasks([
    FIND,
    { id: 'buy', tool: 'shop:buy_item', arguments: { id: '$OUTPUT[find].id', note: [5] } },
  ])

  expect(report.verdict).toBe('fail')
  expect(report.validation.type_errors).toMatchObject([{ pointer: '/note', certain: true, call: 2 }])
})

test('an escaped reference is a text that is known, whether its task is reached or not', async () => {
  const wrong = { id: 'buy', tool: 'shop:buy_item', arguments: { id: '$$OUTPUT[find].id' } }
  const right = { id: 'tell', tool: 'shop:tell', arguments: { message: '$$OUTPUT[find].id' } }

  const reached = await rehearseTasks([FIND, { ...wrong, depends_on: ['find'] }])
  const notReached = await rehearseTasks([
    FIND,
    { ...wrong, when: { '$OUTPUT[find].tags': { exists: false } } },
  ])
  const said = await rehearseTasks([right], { stubs: [stub('shop:tell', { result: 'told' })] })

  expect(reached.verdict).toBe('fail')
  expect(reached.validation.type_errors).toMatchObject([{ pointer: '/id', got: 'string', certain: true }])
  expect(notReached.verdict).toBe('fail')
  expect(notReached.validation.type_errors).toMatchObject([{ pointer: '/id', got: 'string', certain: true }])
  expect([said.verdict, said.calls[0]?.arguments]).toEqual(['pass', { message: '$OUTPUT[find].id' }])
})

test('the length of a list that is known decides, in arguments, texts and conditions', async () => {
  await using store = await recordedPen({ id: 7, tags: ['blue', 'thin'] })
  const stubs = [stub('shop:tell', { result: 'told' }), stub('shop:buy_item', { result: { ok: true } })]
  const arguments_ = { id: '$OUTPUT[find].tags.length', note: '$OUTPUT[find].tags.length tags' }
  const buy = { id: 'buy', tool: 'shop:buy_item', arguments: arguments_ }

  const report = await rehearseTasks([FIND, { ...buy, when: { '$OUTPUT[find].tags.length': { '>=': 2 } } }], {
    store,
    stubs,
  })

  expect(report.verdict).toBe('pass')
  expect(report.calls[1]?.arguments).toEqual({ id: 2, note: '2 tags' })
})

test('a task that fails on real values fails the plan, and its siblings are still rehearsed', async () => {
  const stubs = [stub('shop:find_item', { toolError: 'closed today' })]

  const report = await rehearseTasks(
    [
      FIND,
      { id: 'tell', tool: 'shop:tell', arguments: { message: 'hi' } },
      { id: 'buy', tool: 'shop:buy_item', arguments: { id: '$OUTPUT[find].id' } },
    ],
    { stubs },
  )

  expect(report).toMatchObject({ verdict: 'fail', ended: 'threw', ended_because: 'failed: find, buy' })
  expect(report.validation.findings).toMatchObject([
    { code: 'TASK_FAILED', certain: true, message: expect.stringContaining('closed today') },
    { code: 'TASK_FAILED' },
  ])
  expect(report.simulated_result).toMatchObject({
    find: { state: 'failed' },
    tell: { state: 'done' },
    buy: { state: 'failed' },
  })
  expect(report.unreached_calls).toMatchObject([{ tool: 'shop:buy_item', effect: 'destructive' }])
})

test('a skipped task is told as not reached', async () => {
  await using store = await recordedPen({ id: 7, tags: [] })

  const report = await rehearseTasks(
    [
      FIND,
      { id: 'buy', tool: 'shop:buy_item', when: { '$OUTPUT[find].id': { '>': 100 } }, arguments: { id: 7 } },
    ],
    { store },
  )

  expect(report).toMatchObject({ verdict: 'pass', simulated_result: { buy: { state: 'skipped' } } })
  expect(report.unreached_calls).toMatchObject([{ tool: 'shop:buy_item' }])
})

test('an unknown value is carried from task to task', async () => {
  const report = await rehearseTasks([
    { id: 'ask', tool: 'shop:tell', arguments: { message: 'who?' } },
    { id: 'answer', tool: 'shop:tell', arguments: { message: '$OUTPUT[ask].name' } },
  ])

  expect(report.calls[1]).toMatchObject({
    arguments: { message: null },
    unknown_at: ['/message'],
    depends_on_invented: [1],
  })
  expect(report.result_unknown_at).toEqual(['/ask/value', '/answer/value'])
})

test('tasks that do not wait for each other overlap in the estimate', async () => {
  await using store = await recordedPen({ id: 7, tags: [] })

  const report = await rehearseTasks(
    [FIND, { ...FIND, id: 'again' }, { ...FIND, id: 'third', dependsOn: ['find'] }],
    { store },
  )

  expect(report.estimated_duration_ms).toBe(40)
})

test.each([
  [
    'a cycle',
    [
      { ...FIND, dependsOn: ['b'] },
      { ...FIND, id: 'b', dependsOn: ['find'] },
    ],
    'DEPENDENCY_CYCLE',
  ],
  ['a doubled id', [FIND, FIND], 'DUPLICATE_TASK_ID'],
  ['a dependency that is not there', [{ ...FIND, dependsOn: ['ghost'] }], 'UNKNOWN_DEPENDENCY'],
])('a workflow with %s never starts', async (_, tasks, code) => {
  const report = await rehearseTasks(tasks)

  expect(report).toMatchObject({ verdict: 'fail', ended: 'never_started', calls: [] })
  expect(report.validation.findings.map((finding) => finding.code)).toContain(code)
})

test('a workflow that makes more calls than it may is stopped, as a program is', async () => {
  const tasks = ['a', 'b', 'c', 'd'].map((id) => ({ ...FIND, id }))
  await using store = await recordedPen({ id: 7, tags: [] })

  const stopped = await rehearseTasks(tasks, { store, budgets: { calls: 3 } })
  const enough = await rehearseTasks(tasks, { store, budgets: { calls: 4 } })

  expect(stopped).toMatchObject({ verdict: 'fail', ended: 'call_limit' })
  expect(stopped.calls).toHaveLength(3)
  expect(stopped.validation.findings).toMatchObject([{ code: 'RUN_STOPPED', certain: true }])
  expect(enough).toMatchObject({ verdict: 'pass', ended: 'completed' })
})

function rehearseTasks(tasks: readonly unknown[], options: Parameters<typeof rehearseShop>[1] = {}) {
  return rehearseShop(JSON.stringify({ tasks }), { fileName: 'plan.json', ...options })
}
