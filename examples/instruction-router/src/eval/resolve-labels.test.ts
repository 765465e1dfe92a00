import { describe, expect, it } from 'vitest'
import { createCatalogue, parseInstruction } from '../library/index.js'
import type { LabelledPrompt } from './labelled-prompt.js'
import { resolveLabels } from './resolve-labels.js'

const catalogue = createCatalogue(
  [
    parseInstruction('core/retro.instructions.md', '---\nid: core:retro\n---\n# Retro\n'),
    parseInstruction('team/handover.instructions.md', '---\ntitle: Handover\n---\n# Handover\n'),
  ],
  [],
)
const prompt = (expected: string[], also: string[] = []): LabelledPrompt => ({
  id: 'p',
  kind: 'explicit',
  message: 'm',
  expect: expected,
  also,
  place: 'p.yaml:7',
})

describe('resolveLabels', () => {
  it('takes ids, plain names and core names for the same file', () => {
    const labelled = [prompt(['core/retro']), prompt(['retro']), prompt(['core:retro'], ['handover'])]

    expect(resolveLabels(labelled, catalogue, 'dir').map((each) => [each.expect, each.also])).toEqual([
      [['core/retro'], []],
      [['core/retro'], []],
      [['core/retro'], ['team/handover']],
    ])
  })
  it('takes two names of one file for one label', () => {
    const [resolved] = resolveLabels([prompt(['retro', 'core:retro'], ['core/retro'])], catalogue, 'dir')

    expect([resolved?.expect, resolved?.also]).toEqual([['core/retro'], []])
  })
  it('tells every label that names no file, with its line and what may be meant', () => {
    expect(() => resolveLabels([prompt(['people/handover'], ['nothing'])], catalogue, 'dir')).toThrow(
      [
        'Labels name files that are not in "dir":',
        '  p.yaml:7: "people/handover", did you mean "team/handover"?',
        '  p.yaml:7: "nothing"',
      ].join('\n'),
    )
  })
})
