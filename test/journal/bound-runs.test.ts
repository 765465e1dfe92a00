/** Runs by a receipt whose owner is killed: the receipt is spent once, and whoever goes on is bound to it. */
import { describe, expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { createScene, type PointName } from './owners.js'

const PROGRAM = `const started = Date.now()
const lucky = Math.random()
for (const line of ['one', 'two', 'three']) await mcp.a.append({ line: line + ' ' + lucky + ' ' + started })
return { lucky, seen: await mcp.b.count({ line: 'one' }) }
`
const ORDER = { verb: 'run', bound: true, plan: PROGRAM } as const

describe('a run by a receipt whose owner is killed', () => {
  verifies('journal:bound')

  test('before its receipt is spent: nothing happened, and the receipt is there for another run', async () => {
    await using scene = await createScene()

    const first = await scene.run({ ...ORDER, point: { name: 'before spend', nth: 1 } })
    const second = await scene.run({ ...ORDER, receipt: first.receipt })

    expect([first.wasKilled, first.id]).toEqual([true, undefined])
    expect(second.report).toMatchObject({ ended: 'completed', receipt: first.receipt?.id })
    expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
  })

  test.each<[PointName, number]>([
    ['after spend', 1],
    ['before intent', 2],
    ['after outcome', 2],
  ])(
    '%s: it goes on with the chance and clock of its rehearsal, and nobody else has the receipt',
    async (name, nth) => {
      await using scene = await createScene()

      const { receipt, wasKilled } = await scene.run({ ...ORDER, point: { name, nth } })
      const [listed] = await scene.list()
      const other = await scene.run({ ...ORDER, receipt })
      const second = await scene.run({ verb: 'resume', id: listed?.id ?? '' })
      const third = await scene.run({ ...ORDER, receipt })

      expect([wasKilled, listed?.receipt]).toEqual([true, receipt?.id])
      expect(other).toMatchObject({
        error: 'RECEIPT_REFUSED',
        message: expect.stringContaining(`It was spent before by the run ${listed?.id} (running)`),
      })
      expect(second.report).toMatchObject({ ended: 'completed', receipt: receipt?.id })
      expect(third.error).toBe('RECEIPT_REFUSED')
      expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
      const started = Date.parse(receipt?.starts_at ?? '')
      expect(new Set(scene.lines().map((line) => line.split(' ').slice(1).join(' '))).size).toBe(1)
      expect(scene.lines()[0]).toMatch(new RegExp(` ${started}$`))
    },
  )

  test('between a call and its answer: the call is named, and once it is settled the rest is still bound', async () => {
    await using scene = await createScene()
    const first = await scene.run({ ...ORDER, point: { name: 'before outcome', nth: 2 } })
    const id = first.id ?? ''

    expect(await scene.run({ verb: 'resume', id })).toMatchObject({ stopped: 'doubt' })
    const call = (await scene.read(id)).calls.find(({ state }) => state === 'sent')
    expect(call).toMatchObject({ n: 2, tool: 'a:append' })
    await scene.settle(id, call, 'appended')

    expect((await scene.run({ verb: 'resume', id })).report).toMatchObject({ ended: 'completed' })
    expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
  })

  test('what it did before it was killed does not count as a target that moved; what others did does', async () => {
    await using scene = await createScene()
    // Its calls name the file that they change.
    const plan = `for (const n of [1, 2, 3]) await mcp.a.append({ line: 'n' + n, to: ${JSON.stringify(scene.log)} })`
    scene.append('before')
    const order = { ...ORDER, plan, point: { name: 'before intent', nth: 2 } } as const

    const first = await scene.run(order)
    const resumed = await scene.run({ verb: 'resume', id: first.id ?? '' })

    expect(first.wasKilled).toBe(true)
    expect(resumed.report).toMatchObject({ ended: 'completed' })
    expect(scene.lines()).toEqual(['before', 'n1', 'n2', 'n3'])
    const { receipt } = await scene.run({ ...order, verb: 'rehearse' })
    scene.append('somebody else')
    expect(await scene.run({ ...ORDER, plan, receipt })).toMatchObject({ error: 'RECEIPT_REFUSED' })
  })

  test.each([
    [
      'a policy that was tightened',
      { policy: { rules: [{ tools: 'a:append', decision: 'deny' }] } },
      'The policy is another one',
    ],
    ['a contract that changed', { env: { APPENDS_MORE: '1' } }, 'The contract of a:append is another one'],
  ] as const)('%s meanwhile stops it when it goes on, before its next call', async (_, change, why) => {
    await using scene = await createScene()
    const first = await scene.run({ ...ORDER, point: { name: 'before intent', nth: 2 } })

    const second = await scene.run({ verb: 'resume', id: first.id ?? '', ...change })
    const third = await scene.run({ verb: 'resume', id: first.id ?? '' })

    expect(second).toMatchObject({ error: 'RECEIPT_REFUSED', message: expect.stringContaining(why) })
    // Nothing is lost: as it was rehearsed it goes on.
    expect(third.report).toMatchObject({ ended: 'completed' })
    expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
  })

  test('its question waits in the journal, for as long as it takes, and the yes is for all of it', async () => {
    await using scene = await createScene()
    const policy = { rules: [{ tools: 'a:append', decision: 'ask' }] }

    const first = await scene.run({ ...ORDER, policy, asks: 'nobody' })
    const id = first.id ?? ''
    expect(first.report).toMatchObject({ ended: 'refused' })
    expect(scene.lines()).toEqual([])
    const { question, state } = await scene.read(id)
    expect(state).toBe('waiting')
    expect(JSON.parse(question?.text ?? '')).toMatchObject({
      receipt: first.receipt?.id,
      tools: ['a:append'],
    })
    await scene.approve(id, question?.digest ?? '')

    const second = await scene.run({ verb: 'resume', id, policy, point: { name: 'before intent', nth: 2 } })
    expect(second).toMatchObject({ wasKilled: true })
    const third = await scene.run({ verb: 'resume', id, policy, asks: 'nobody' })
    expect(third.report).toMatchObject({ ended: 'completed' })
    expect(firstWords(scene.lines())).toEqual(['one', 'two', 'three'])
  })
})

function firstWords(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.split(' ')[0] ?? '')
}
