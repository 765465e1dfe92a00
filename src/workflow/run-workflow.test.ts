import { expect, test } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { parseWorkflow } from './parse-workflow.js'
import { runWorkflow } from './run-workflow.js'
import type { CallTask, Task, TaskReply, Workflow } from './workflow.js'

function workflow(...tasks: { id: string; [key: string]: JsonValue }[]): Workflow {
  const text = JSON.stringify({ tasks: tasks.map((task) => ({ tool: 's:t', ...task })) })
  const parsing = parseWorkflow(text, { fileName: 'plan.json' })
  if (parsing.kind === 'invalid') throw new Error(parsing.findings[0]?.message)
  return parsing.workflow
}

function value(of: JsonValue, elapsedMs = 0): TaskReply {
  return { kind: 'value', value: of, elapsedMs }
}

/** Answers by task id, each a reply or a failure, and notes what was called. */
function scripted(replies: Readonly<Record<string, TaskReply>>) {
  const calls: unknown[] = []
  const call: CallTask = (task, args, context) => {
    calls.push([task.id, args, context])
    return Promise.resolve(replies[task.id] ?? value(task.id))
  }
  return { calls, call }
}

/** Calls that end when the test says so. */
function held() {
  const started: string[] = []
  const ends = new Map<string, { resolve: (reply: TaskReply) => void; reject: (reason: unknown) => void }>()
  const call = (task: Task): Promise<TaskReply> => {
    started.push(task.id)
    return new Promise((resolve, reject) => ends.set(task.id, { resolve, reject }))
  }
  return { started, call, end: (id: string) => ends.get(id) }
}

/** Lets everything happen that waits for nothing but promises. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const KNOWN = { unknownAt: [], conditionUnknown: false }

test('runner hands on what tasks said, and gives results in the order of the file', async () => {
  const { calls, call } = scripted({ first: value({ path: 'a.txt' }) })

  const run = await runWorkflow(
    workflow({ id: 'second', arguments: { path: '$OUTPUT[first].path' } }, { id: 'first' }),
    { call },
  )

  expect(calls).toEqual([
    ['first', {}, KNOWN],
    ['second', { path: 'a.txt' }, KNOWN],
  ])
  expect(run.results).toEqual([
    { id: 'second', state: 'done', value: 'second', unknown: false },
    { id: 'first', state: 'done', value: { path: 'a.txt' }, unknown: false },
  ])
})

test('runner starts all tasks that may start at once, in file order and within the limit', async () => {
  const { started, call, end } = held()

  const run = runWorkflow(
    workflow({ id: 'd', dependsOn: ['b'] }, { id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'e' }),
    { call, concurrency: 3 },
  )
  await settled()
  const atFirst = [...started]
  end('b')?.resolve(value(1))
  await settled()

  expect(atFirst).toEqual(['a', 'b', 'c'])
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  for (const id of ['a', 'c', 'd']) end(id)?.resolve(value(1))
  await settled()
  end('e')?.resolve(value(1))
  expect((await run).results.map(({ state }) => state)).toEqual(Array(5).fill('done'))
})

test('runner has eight calls under way when no limit is given', async () => {
  const { started, call, end } = held()
  const tasks = Array.from({ length: 9 }, (_, i) => ({ id: `t${i}` }))

  const run = runWorkflow(workflow(...tasks), { call })
  await settled()

  expect(started).toHaveLength(8)
  end('t5')?.resolve(value(1))
  await settled()
  expect(started).toHaveLength(9)
  for (const { id } of tasks) end(id)?.resolve(value(1))
  await run
})

test('runner fails what depends on a failed task, and lets its siblings go on', async () => {
  const { calls, call } = scripted({ bad: { kind: 'error', message: 'disk full', elapsedMs: 1 } })

  const { results } = await runWorkflow(
    workflow(
      { id: 'bad' },
      { id: 'sibling' },
      { id: 'child', dependsOn: ['bad'] },
      { id: 'grandchild', dependsOn: ['child'] },
    ),
    { call },
  )

  expect(results).toEqual([
    { id: 'bad', state: 'failed', why: 'disk full', called: true },
    { id: 'sibling', state: 'done', value: 'sibling', unknown: false },
    { id: 'child', state: 'failed', why: 'it depends on "bad", which failed', called: false },
    { id: 'grandchild', state: 'failed', why: 'it depends on "child", which failed', called: false },
  ])
  expect(calls).toHaveLength(2)
})

test('runner skips a task whose condition is false, and what depends on it', async () => {
  const { calls, call } = scripted({ a: value({ n: 1 }) })

  const { results } = await runWorkflow(
    workflow(
      { id: 'a' },
      { id: 'no', when: { '$OUTPUT[a].n': { '>': 1 } } },
      { id: 'yes', when: { '$OUTPUT[a].n': { '>': 0 } } },
      { id: 'child', dependsOn: ['yes', 'no'] },
    ),
    { call },
  )

  expect(results.slice(1)).toEqual([
    { id: 'no', state: 'skipped', why: 'its condition is false: $OUTPUT[a].n > 1' },
    { id: 'yes', state: 'done', value: 'yes', unknown: false },
    { id: 'child', state: 'skipped', why: 'it depends on "no", which was skipped' },
  ])
  expect(calls).toHaveLength(2)
})

test('runner makes no call when a reference or a comparison has nothing to hold on to', async () => {
  const { calls, call } = scripted({ a: value({ n: 1 }) })

  const { results } = await runWorkflow(
    workflow(
      { id: 'a' },
      { id: 'b', arguments: { x: ['$OUTPUT[a].m'] } },
      { id: 'c', when: { '$OUTPUT[a].n': { '<': 'x' } } },
    ),
    { call },
  )

  expect(results.slice(1)).toEqual([
    {
      id: 'b',
      state: 'failed',
      why: '$OUTPUT[a].m points nowhere: the result of the task has no member "m"',
      called: false,
    },
    {
      id: 'c',
      state: 'failed',
      why: 'its condition cannot be decided: $OUTPUT[a].n < "x" compares a number with a string',
      called: false,
    },
  ])
  expect(calls).toHaveLength(1)
})

test('runner runs a task whose condition is unknown, and says that it guessed', async () => {
  const { calls, call } = scripted({
    a: { kind: 'unknown', elapsedMs: 0 },
    c: { kind: 'error', message: 'no', elapsedMs: 0 },
  })

  const { results } = await runWorkflow(
    workflow(
      { id: 'a' },
      { id: 'b', when: { '$OUTPUT[a].n': { '>': 1 } }, arguments: { x: '$OUTPUT[a].y', z: 'is $OUTPUT[a]' } },
      { id: 'c', when: { '$OUTPUT[a]': { '==': 1 } } },
    ),
    { call },
  )

  expect(calls[1]).toEqual([
    'b',
    { x: null, z: 'is ⟨unknown a⟩' },
    { unknownAt: ['/x', '/z'], conditionUnknown: true },
  ])
  expect(results).toEqual([
    { id: 'a', state: 'done', value: null, unknown: true },
    { id: 'b', state: 'done', value: 'b', unknown: false, guessed: true },
    { id: 'c', state: 'failed', why: 'no', called: true, guessed: true },
  ])
})

test('runner lets parallel tasks overlap in virtual time', async () => {
  const { call } = scripted({
    a: value(1, 100),
    b: value(1, 30),
    c: value(1, 50),
    d: { kind: 'error', message: 'no', elapsedMs: 15 },
  })

  const run = await runWorkflow(
    workflow({ id: 'a' }, { id: 'b' }, { id: 'c', dependsOn: ['b'] }, { id: 'd', dependsOn: ['c', 'a'] }),
    { call, concurrency: 1 },
  )

  expect(run.finishedAtMs).toBe(115)
})

test('runner rejects with the first reason once the calls under way are over, and starts nothing more', async () => {
  const { started, call, end } = held()
  let ended = false

  const run = runWorkflow(workflow({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }), {
    call,
    concurrency: 3,
  })
  const outcome = run.catch((reason: unknown) => {
    ended = true
    return reason
  })
  await settled()
  end('a')?.reject(new Error('the server died'))
  await settled()
  const endedEarly = ended
  end('b')?.reject(new Error('a later one'))
  end('c')?.resolve(value(1))

  expect(await outcome).toEqual(new Error('the server died'))
  expect(endedEarly).toBe(false)
  expect(started).toEqual(['a', 'b', 'c'])
})

test('runner rejects when call throws before it returns a promise', async () => {
  const call = () => {
    throw new Error('at once')
  }

  await expect(runWorkflow(workflow({ id: 'a' }), { call })).rejects.toThrow('at once')
})

test('runner starts nothing after an abort, and rejects with its reason', async () => {
  const { started, call, end } = held()
  const controller = new AbortController()

  const run = runWorkflow(workflow({ id: 'a' }, { id: 'b', dependsOn: ['a'] }), {
    call,
    signal: controller.signal,
  })
  await settled()
  controller.abort(new Error('enough'))
  end('a')?.resolve(value(1))

  await expect(run).rejects.toThrow('enough')
  expect(started).toEqual(['a'])
})

test('runner refuses a workflow that was never found ready', async () => {
  const [task] = workflow({ id: 'a' }).tasks
  const waiting = { fileName: 'x', tasks: task === undefined ? [] : [{ ...task, dependsOn: ['a'] }] }

  await expect(runWorkflow(waiting, { call: scripted({}).call })).rejects.toThrow(
    'Cannot run x: some of its tasks can never start',
  )
})

test('runner runs ten thousand tasks in a chain, and in a fan', async () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => ({
    id: `t${i}`,
    ...(i === 0 ? {} : { arguments: { x: `$OUTPUT[t${i - 1}]` } }),
  }))
  const fan = [...chain.map(({ id }) => ({ id })), { id: 'z', dependsOn: chain.map(({ id }) => id) }]
  const { call } = scripted({})

  expect(
    (await runWorkflow(workflow(...chain), { call })).results.every(({ state }) => state === 'done'),
  ).toBe(true)
  expect((await runWorkflow(workflow(...fan), { call })).results).toHaveLength(10_001)
})
