import { expect, it } from 'vitest'
import { parseInstruction } from '../library/index.js'
import { togetherness } from './passages.js'

const INDEX = { rarity: (stem: string) => (stem === 'column' ? 3 : 2) }

function together(body: string, ...words: readonly string[]): number {
  const { instruction } = parseInstruction(
    'data/tables.instructions.md',
    `---\ntitle: Tables\n---\n${body}\n`,
  )
  if (instruction === undefined) throw new Error('the instruction of the test is not valid')
  const sought = words.map((stem) => ({ near: [{ stem, weight: 1 }], weight: 1 }))
  return togetherness(sought, instruction, INDEX)
}

it.each([
  ['- drop a column last', 2],
  ['- drop a table\n- a column stays', 0],
  ['- a column stays', 0],
])('togetherness counts what stands in one point of %j, but for the rarest word', (body, expected) => {
  expect(together(body, 'drop', 'column')).toBe(expected)
})

it('togetherness takes the best passage, and a relative of a word at its discount', () => {
  const { instruction } = parseInstruction(
    'data/tables.instructions.md',
    '---\ntitle: Tables\n---\nDrop a column.\nRemove a column, and the index.\n',
  )
  if (instruction === undefined) throw new Error('the instruction of the test is not valid')
  const sought = [
    {
      near: [
        { stem: 'delet', weight: 1 },
        { stem: 'drop', weight: 0.4 },
      ],
      weight: 1,
    },
    { near: [{ stem: 'column', weight: 1 }], weight: 1 },
  ]

  expect(togetherness(sought, instruction, INDEX)).toBeCloseTo(0.8)
})
