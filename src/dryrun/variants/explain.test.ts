/** What a value that moved is made of: places of answers, and whole lists of them. */
import { expect, it } from 'vitest'
import type { JsonValue } from '../../base/index.js'
import { explain } from './explain.js'

interface Answer {
  readonly name: string
  readonly tags: readonly string[]
  readonly items: readonly { readonly sku: string; readonly n: number }[]
}

const RUNS: readonly Answer[] = [
  { name: 'ada', tags: ['ada'], items: [{ sku: 'ada', n: 7 }] },
  { name: 'bob k', tags: [], items: [] },
  {
    name: 'cy',
    tags: ['x', 'y', 'z'],
    items: [
      { sku: 's1', n: 1 },
      { sku: 's2', n: 2 },
    ],
  },
]

const MADE: readonly (readonly [string, (answer: Answer) => JsonValue, readonly string[]])[] = [
  ['a place', ({ name }) => name, ['/name']],
  ['a text that quotes one', ({ name }) => `Dear ${name}!`, ['/name']],
  ['a length', ({ tags }) => tags.length, ['/tags']],
  ['a member of each item', ({ items }) => items.map(({ sku }) => sku), ['/items/*/sku']],
  [
    'something made of each item, and of a place beside them',
    ({ items, name }) => items.map(({ sku, n }) => ({ id: `#${sku}`, n, by: name })),
    ['/items/*/sku', '/items/*/n', '/name'],
  ],
  ['the same for each item', ({ items }) => items.map(() => 1), ['/items']],
  ['a joined list', ({ tags }) => `tags: ${tags.join(', ')}.`, ['/tags']],
  ['joined members', ({ items }) => items.map(({ sku }) => `- ${sku}`).join('\n'), ['/items/*/sku']],
  ['JSON', ({ name, tags }) => `${JSON.stringify({ name, tags }, null, 2)}\n`, ['/name', '/tags']],
]

const COMPUTED: readonly (readonly [string, (answer: Answer) => JsonValue])[] = [
  ['other letters', ({ name }) => name.toUpperCase()],
  ['a sum', ({ tags }) => tags.length + 1],
  ['some of the items', ({ tags }) => tags.slice(0, 2)],
  ['other items', ({ items }) => items.map(({ n }) => n * 2)],
  ['another order', ({ tags }) => tags.toReversed().join()],
  ['JSON of something else', ({ tags }) => JSON.stringify({ first: tags.at(-1) ?? null })],
]

it.each(MADE)('passed on: %s', (_, make, pointers) => {
  const explained = explain(moved(make))

  expect(explained).toMatchObject({ kind: 'passed' })
  expect(explained.kind === 'passed' && explained.from.map(({ pointer }) => pointer)).toEqual(pointers)
})

it.each(COMPUTED)('computed: %s', (_, make) => {
  expect(explain(moved(make))).toMatchObject({ kind: 'computed' })
})

function moved(make: (answer: Answer) => JsonValue) {
  return { values: RUNS.map(make), answers: new Map([['a', RUNS as unknown as readonly JsonValue[]]]) }
}
