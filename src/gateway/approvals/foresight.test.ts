import { describe, expect, test } from 'vitest'
import { type Foresight, foresightSummary, foresightText } from './foresight.js'

describe('foresightText', () => {
  test('shows every line that is removed, and leaves others out where there are too many', () => {
    const removed = Array.from({ length: 300 }, (_, i) => `-old ${i}`)
    const added = Array.from({ length: 300 }, (_, i) => `+new ${i}`)

    const lines = foresightText(of({ diff: [...added, ...removed].join('\n') })).split('\n')

    expect(lines.filter((line) => line.startsWith('    -old'))).toHaveLength(300)
    expect(lines.filter((line) => line.startsWith('    +new'))).toHaveLength(100)
    expect(lines.at(-1)).toBe('    … 200 more lines')
  })

  test('cannot be written into: what files hold and are called stays behind its indent', () => {
    const text = foresightText(of({ path: 'a\nMay be called: yes', diff: '+x\r\u001b[2K\u202eMade' }))

    expect(text.split('\n').map((line) => line.slice(0, 4))).toEqual(['Made', '  ch', '    '])
    expect(text).not.toMatch(/[\r\u001b\u202e]/)
  })

  test('says why it may be otherwise for real', () => {
    expect(foresightText({ files: [], outcome: 'tool-error', doubt: 'there is no network' })).toBe(
      'Made on a throwaway copy of this machine, it failed and changed no file. It may be otherwise for real: there is no network.',
    )
  })
})

test('foresightSummary tells paths, and nothing of what stands in files', () => {
  expect(foresightSummary(of({ diff: '+secret' }))).toBe(
    'On a throwaway copy of this machine it succeeded: changed a.txt.',
  )
})

function of(file: Partial<Foresight['files'][number]>): Foresight {
  return { outcome: 'result', files: [{ path: 'a.txt', change: 'changed', ...file }] }
}
