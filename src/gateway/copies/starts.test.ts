import { describe, expect, test } from 'vitest'
import { createStarts } from './starts.js'

const TOOLS = { server: 'files', tools: [] }

describe('what a server lists in a copy', () => {
  test('is known as soon as it has, while others still start there', async () => {
    const starts = createStarts()
    using copy = starts.inCopy(['files', 'slow'], true)
    const listed = starts.listed('files')

    copy.onListed('files', TOOLS)

    expect(await listed).toBe(TOOLS)
    expect(await starts.listed('files')).toBe(TOOLS)
  })

  test.each([
    ['it is in no copy', (starts: ReturnType<typeof createStarts>) => starts.inCopy(['other'], true)],
    ['one client may see other tools', (starts) => starts.inCopy(['files'], false)],
    ['it lists them in doubt', (starts) => starts.inCopy(['files'], true).onListed('files', undefined)],
    ['no copy came of it', (starts) => starts.inCopy(['files'], true)[Symbol.dispose]()],
  ])("is nobody's list where %s", async (_, start) => {
    const starts = createStarts()

    start(starts)

    expect(await starts.listed('files')).toBeUndefined()
  })

  test('stays that of the latest copy when an earlier one is over', async () => {
    const starts = createStarts()
    const first = starts.inCopy(['files'], true)
    using latest = starts.inCopy(['files'], true)

    first[Symbol.dispose]()
    latest.onListed('files', TOOLS)

    expect(await starts.listed('files')).toBe(TOOLS)
  })
})

test.each([
  ['before', true, ['outside', 'copy']],
  ['meanwhile', true, ['copy', 'outside']],
  ['and was over', false, ['outside', 'over', 'copy']],
])('what starts outside %s is beside a copy: %s', (_, expected, steps) => {
  const starts = createStarts()
  let outside: Disposable | undefined
  let copy: ReturnType<typeof starts.inCopy> | undefined
  const acts: Readonly<Record<string, () => void>> = {
    outside: () => {
      outside = starts.outside()
    },
    over: () => outside?.[Symbol.dispose](),
    copy: () => {
      copy = starts.inCopy([], true)
    },
  }

  for (const step of steps) acts[step]?.()

  expect(copy?.wasBeside).toBe(expected)
})
