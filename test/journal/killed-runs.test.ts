/** Runs whose owner is killed at a named point, and that go on from the journal. */
import { describe, expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { createScene, type OwnerOrder, type PointName } from './owners.js'

const PROGRAM = `const started = Date.now()
const lucky = Math.random()
for (const line of ['one', 'two', 'three']) await mcp.a.append({ line: line + ' ' + lucky + ' ' + (Date.now() - started > 0) })
return { lucky, seen: await mcp.b.count({ line: 'one' }) }
`

describe('a run whose owner is killed', () => {
  verifies('journal:never-twice')

  test.each<[PointName, number, 'goes on' | 'is in doubt']>([
    ['before intent', 2, 'goes on'],
    ['after intent', 2, 'is in doubt'],
    ['before outcome', 2, 'is in doubt'],
    ['after outcome', 2, 'goes on'],
  ])('%s: what happened is not done again, and %s', async (name, nth, what) => {
    await using scene = await createScene()

    const first = await scene.run({ verb: 'run', plan: PROGRAM, point: { name, nth } })
    const id = first.id ?? ''
    const before = scene.lines()
    const second = await scene.run({ verb: 'resume', id })

    expect(first).toMatchObject({ wasKilled: true, id: expect.stringMatching(/^\w+$/) })
    if (what === 'goes on') {
      expect(second.report).toMatchObject({ ended: 'completed' })
      expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
      // Chance is the same for all three, and for the result.
      expect(new Set(scene.lines().map((line) => line.split(' ')[1])).size).toBe(1)
      expect((await scene.read(id)).state).toBe('done')
    } else {
      expect(second).toMatchObject({ stopped: 'doubt' })
      expect(scene.lines()).toEqual(before)
      const { state, calls } = await scene.read(id)
      expect([state, ...calls.map((call) => call.state)]).toEqual(['doubt', 'done', 'sent'])
    }
  })

  test.each(['KILL_BEFORE', 'KILL_AFTER'])(
    'by the server that has its call (%s): in doubt, and named',
    async (word) => {
      await using scene = await createScene()
      const plan = "await mcp.a.append({ line: 'one' })\nawait mcp.a.append({ line: 'two' })"

      const first = await scene.run({ verb: 'run', plan, env: { [word]: 'two' } })
      const second = await scene.run({ verb: 'resume', id: first.id ?? '' })

      expect(first.wasKilled).toBe(true)
      expect(second).toMatchObject({ stopped: 'doubt' })
      expect(scene.lines()).toEqual(word === 'KILL_AFTER' ? ['one', 'two'] : ['one'])
    },
  )

  test('goes on once a person has said what became of the call in doubt, and once more after the next death', async () => {
    await using scene = await createScene()
    const first = await scene.run({ verb: 'run', plan: PROGRAM, point: { name: 'after intent', nth: 1 } })
    const id = first.id ?? ''
    await scene.run({ verb: 'resume', id })
    const journal = await scene.journal()
    const call = (await scene.read(id)).calls[0]
    expect(call).toMatchObject({ state: 'sent', tool: 'a:append' })

    const settled = {
      kind: 'settle',
      call: call ?? { site: '', occurrence: 0 },
      as: 'never sent',
      by: 'anna',
    } as const
    expect(await journal.decide(id, settled)).toBe(true)
    await journal[Symbol.asyncDispose]()
    const second = await scene.run({ verb: 'resume', id, point: { name: 'before intent', nth: 2 } })
    const third = await scene.run({ verb: 'resume', id })

    expect(second.wasKilled).toBe(true)
    expect(third.report).toMatchObject({ ended: 'completed' })
    expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
  })

  test('what the policy calls idempotent is sent again, and nobody is asked', async () => {
    await using scene = await createScene()
    const policy = { rules: [{ tools: 'a:append', idempotent: true }] }
    const order: OwnerOrder = { verb: 'run', plan: "await mcp.a.append({ line: 'one' })", policy }

    const first = await scene.run({ ...order, point: { name: 'before outcome', nth: 1 } })
    const second = await scene.run({ verb: 'resume', id: first.id ?? '', policy })

    expect(second.report).toMatchObject({ ended: 'completed' })
    expect(scene.lines()).toEqual(['one', 'one'])
  })

  test('while it waits for a person: the yes is a row, and whoever goes on asks no second time', async () => {
    await using scene = await createScene()
    const policy = { rules: [{ tools: 'a:append', decision: 'ask' }] }
    const plan = "await mcp.b.count({ line: 'x' })\nawait mcp.a.append({ line: 'one' })\nreturn 1"

    const first = await scene.run({ verb: 'run', plan, policy, point: { name: 'while waiting', nth: 1 } })
    const id = first.id ?? ''
    expect(await scene.run({ verb: 'resume', id, policy })).toMatchObject({ stopped: 'waiting' })
    const { question, state } = await scene.read(id)
    expect(state).toBe('waiting')
    expect(JSON.parse(question?.text ?? '')).toMatchObject({ tool: 'a:append', arguments: { line: 'one' } })
    const journal = await scene.journal()
    await journal.decide(id, { kind: 'approve', question: question?.digest ?? '', by: 'anna' })
    await journal[Symbol.asyncDispose]()

    expect((await scene.run({ verb: 'resume', id, policy })).report).toMatchObject({
      ended: 'completed',
      result: 1,
    })
    expect(scene.lines()).toEqual(['one'])
  })

  test('a workflow goes on, whichever of its tasks were done', async () => {
    await using scene = await createScene()
    const tasks = Array.from({ length: 8 }, (_, i) => ({
      ...{ id: `t${i}`, tool: i % 2 === 0 ? 'a:append' : 'b:append', arguments: { line: `line ${i}` } },
      ...(i < 4 ? {} : { depends_on: [`t${i - 4}`] }),
    }))

    const first = await scene.run({
      ...{ verb: 'run', kind: 'workflow', plan: { tasks } },
      point: { name: 'before intent', nth: 4 },
    })
    const second = await scene.run({ verb: 'resume', id: first.id ?? '' })

    expect(first.wasKilled).toBe(true)
    expect(second.report).toMatchObject({ ended: 'completed' })
    expect([...scene.lines()].sort()).toEqual(tasks.map(({ arguments: { line } }) => line))
  })

  test('a run that another process has is not taken, and its owner is named', async () => {
    await using scene = await createScene()
    const plan = "await mcp.a.append({ line: 'one' })\nawait mcp.a.append({ line: 'two' })"
    const owner = scene.start({
      verb: 'run',
      plan,
      point: { name: 'before intent', nth: 2, signal: 'SIGSTOP' },
    })
    const id = await owner.listed
    await expect.poll(() => scene.lines()).toEqual(['one'])

    const other = await scene.run({ verb: 'resume', id })
    owner.child.kill('SIGCONT')

    expect(other).toMatchObject({
      error: 'RUN_UNKNOWN',
      message: expect.stringContaining(`another owner has it (process ${owner.child.pid}`),
    })
    expect((await owner.ended).report).toMatchObject({ ended: 'completed' })
    expect(scene.lines()).toEqual(['one', 'two'])
  })
})

function firstWords(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.split(' ')[0] ?? '')
}
