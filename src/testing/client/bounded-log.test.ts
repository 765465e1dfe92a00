import { expect, it } from 'vitest'
import { createBoundedLog } from './bounded-log.js'

it('bounded log keeps the newest entries', () => {
  const log = createBoundedLog<number>({ maxEntries: 3 })

  for (const entry of [1, 2, 3, 4, 5]) log.add(entry)

  expect(log.entries).toEqual([3, 4, 5])
  expect(log.last(2)).toEqual([4, 5])
})

it('bounded log lets old entries go as soon as all are too large together, and keeps one that is so alone', () => {
  const log = createBoundedLog<string>({ maxEntries: 10, maxSize: 5, sizeOf: ({ length }) => length })

  for (const entry of ['aa', 'bb', 'cc']) log.add(entry)
  expect(log.entries).toEqual(['bb', 'cc'])

  log.add('much too large')
  expect(log.entries).toEqual(['much too large'])

  log.add('d')
  expect(log.entries).toEqual(['d'])
})

it('bounded log hands out copies', () => {
  const log = createBoundedLog<number>({ maxEntries: 3 })
  const before = log.entries

  log.add(1)

  expect(before).toEqual([])
})
