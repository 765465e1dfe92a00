import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import type { PreparedCopies } from '../../copy/index.js'
import type { ClientView } from './client-view.js'
import { createSpareWorlds, type SpareWorlds } from './spare-worlds.js'

const NEVER = new AbortController().signal

test('a world is made ready once it is quiet, and taken by whoever sees servers so', async () => {
  const { spares, opened, pass } = worlds()

  await spares.take(view('a'), NEVER)
  await pass(499)
  const before = [...opened]
  await pass(1)
  const other = await spares.take(view('b'), NEVER)
  const same = await spares.take(view('a'), NEVER)

  expect(before).toEqual(['a1'])
  expect(opened).toEqual(['a1', 'a2', 'b3'])
  expect([nameOf(other), nameOf(same)]).toEqual(['b3', 'a2'])
})

test('the first world for what is wanted next is made at once, and never beside something that goes on', async () => {
  const [idle, busy] = [worlds(), worlds()]
  using _ = busy.spares.busy()

  for (const { spares } of [idle, busy]) spares.expect(view('a'), 'next')
  await Promise.all([idle, busy].map(({ pass }) => pass(0)))
  idle.spares.outdate()
  idle.spares.expect(view('a'), 'next')
  await idle.pass(499)

  expect([idle.opened, busy.opened]).toEqual([['a1'], []])
})

test('a world whose servers made something at their start, while they started outside too, is made anew', async () => {
  const { spares, opened, closed, pass } = worlds()

  spares.expect(view('writer'), 'next')
  await pass(0)
  const taken = await spares.take(view('writer'), NEVER)
  await pass(500)

  expect(nameOf(taken)).toBe('writer2')
  expect([opened, closed]).toEqual([['writer1', 'writer2', 'writer3'], ['writer1']])
})

test('no world is made ready while something goes on, nor where none may stand ready', async () => {
  const { spares, opened, pass } = worlds()
  const none = worlds(0)
  await none.spares.take(view('a'), NEVER)
  await none.pass(5000)

  spares.expect(view('a'), 'soon')
  const busy = spares.busy()
  await pass(5000)
  const meanwhile = [...opened]
  busy[Symbol.dispose]()
  await pass(500)

  expect(none.opened).toEqual(['a1'])
  expect([meanwhile, opened]).toEqual([[], ['a1']])
})

test('a world that is out of date is given to nobody, and made anew', async () => {
  const { spares, opened, closed, pass } = worlds()
  spares.expect(view('a'), 'soon')
  await pass(500)

  spares.outdate()
  const taken = await spares.take(view('a'), NEVER)
  await pass(500)

  expect(nameOf(taken)).toBe('a2')
  expect([opened, closed]).toEqual([['a1', 'a2', 'a3'], ['a1']])
})

test('a world whose servers end again and again is made anew less and less often', async () => {
  const { spares, opened, pass, endServers } = worlds()
  spares.expect(view('a'), 'soon')
  await pass(500)

  endServers()
  await pass(500)
  const tooEarly = opened.length
  await pass(500)

  expect([tooEarly, opened.length]).toEqual([1, 2])
})

test('where no server can be copied nothing is made ready again and again', async () => {
  const { spares, opened, closed, pass } = worlds()

  for (let time = 0; time < 3; time++) {
    spares.expect(view('none'), 'soon')
    await pass(60_000)
  }

  expect([opened, closed]).toEqual([['none1'], ['none1']])
})

test('who sees servers otherwise takes the place of what stands ready', async () => {
  const { spares, closed, pass } = worlds()
  spares.expect(view('a'), 'soon')
  await pass(500)

  await spares.take(view('b'), NEVER)
  await pass(500)

  expect(closed).toEqual(['a1'])
})

test('closing ends what stands ready, but not what was taken', async () => {
  const { spares, closed, pass } = worlds()
  await spares.take(view('a'), NEVER)
  await pass(500)

  await spares[Symbol.asyncDispose]()

  expect(closed).toEqual(['a2'])
})

interface Worlds {
  readonly spares: SpareWorlds
  /** Each by the key of its view and a number. */
  readonly opened: readonly string[]
  readonly closed: readonly string[]
  /** Lets time pass, and all that comes of it. */
  pass(ms: number): Promise<void>
  endServers(): void
}

function worlds(most = 1): Worlds {
  const clock = manualClock()
  const [opened, closed]: string[][] = [[], []]
  let onEnd = (): void => undefined
  const spares = createSpareWorlds({
    ...{ most, clock, isOurs: () => false },
    async open({ key }, _, watch) {
      const name = `${key}${opened?.push('') ?? 0}`
      opened?.splice(-1, 1, name)
      watch?.onRoots?.([])
      onEnd = () => watch?.onEnd?.()
      if (key === 'none') return { ...world(name, () => closed?.push(name)), tools: [] }
      return world(name, () => closed?.push(name))
    },
  })
  return {
    ...{ spares, opened: opened ?? [], closed: closed ?? [] },
    async pass(ms) {
      clock.advance(ms)
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
    endServers: () => onEnd(),
  }
}

function view(key: string): ClientView {
  return { key, capabilities: {}, folders: [] }
}

function world(name: string, onClose: () => void): PreparedCopies {
  return {
    tools: [{ server: name, tools: [] }],
    listsInDoubt: [],
    notCopied: [],
    isMovedByStart: name === 'writer1',
    open: () => Promise.reject(new Error('nobody rehearses here')),
    async [Symbol.asyncDispose]() {
      onClose()
    },
  }
}

function nameOf({ tools }: PreparedCopies): string | undefined {
  return tools[0]?.server
}
