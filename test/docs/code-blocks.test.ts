import { expect, it } from 'vitest'
import { codeBlocks } from './code-blocks.js'

it('codeBlocks finds every block with its place, language and text', () => {
  const text =
    'Intro\n```sh\nls\nls -l\n```\n\n~~~\nplain\n~~~\n- item\n  ```json\n  {}\n  ```\n````md\n```sh\n```\n````\n'

  expect(codeBlocks('a.md', text)).toEqual([
    { place: 'a.md:2', language: 'sh', text: 'ls\nls -l\n' },
    { place: 'a.md:7', language: '', text: 'plain\n' },
    { place: 'a.md:11', language: 'json', text: '{}\n' },
    { place: 'a.md:14', language: 'md', text: '```sh\n```\n' },
  ])
})

it('codeBlocks reads what the comments right before a block say', () => {
  const text =
    '<!-- file: a.json -->\n\n```json\n{}\n```\n<!-- exit: 1 -->\n<!-- not run: needs a cat -->\n```sh\nx\n```\n'

  expect(codeBlocks('a.md', text)).toMatchObject([{ file: 'a.json' }, { exit: 1, notRun: 'needs a cat' }])
})

it('codeBlocks lets a comment count for nothing when other text or another block stands between', () => {
  const text = '<!-- not run: x -->\ntext\n```sh\n1\n```\n<!-- not run: y -->\n```sh\n2\n```\n```sh\n3\n```\n'

  expect(codeBlocks('a.md', text).map(({ notRun }) => notRun)).toEqual([undefined, 'y', undefined])
})

it('codeBlocks refuses a block without end and a comment without reason', () => {
  expect(() => codeBlocks('a.md', '```sh\nls\n')).toThrow('a.md:1: a code block does not end')
  expect(() => codeBlocks('a.md', '<!-- not run: -->\n```sh\n```\n')).toThrow(
    'a.md:1: the comment "not run" says nothing',
  )
})
