import { expect, it } from 'vitest'
import { evaluate } from './evaluation.js'
import { evaluationText } from './evaluation-text.js'
import type { LabelledPrompt } from './labelled-prompt.js'

const prompts: LabelledPrompt[] = [
  { id: 'one', kind: 'explicit', message: 'how?\u001b[2J', expect: ['core/a'], also: [], place: '' },
  { id: 'ok', kind: 'approval', message: 'yes', expect: [], also: [], place: '' },
]
const engines = [
  { name: 'always-a', route: () => ['core/a'] },
  { name: 'never', route: () => [] },
]
const evaluation = evaluate(engines, prompts, { seed: 1, resamples: 10, limit: 5, instructions: 1 })

it('evaluationText shows engines side by side, and says how much is left to improve', () => {
  expect(evaluationText(evaluation, {})).toMatchInlineSnapshot(`
    "2 prompts, 1 instruction. Percent, then the 95 % interval.

    prompts     engine    first  precision  recall@5  MRR  silence
    all 2       always-a  100    100        100       100  0
                never     0      0          0         0    100
    tuning 2    always-a  100    100        100       100  0
                never     0      0          0         0    100
    explicit 1  always-a  100    100        100       100  –
                never     0      0          0         0    –
    approval 1  always-a  –      –          –         –    0
                never     –      –          –         –    100

    first: an expected file comes first; silence: nothing comes where none should
    always-a: 1 of 2 prompts not flawless
    never: 1 of 2 prompts not flawless
    Hint: --flaws tuning lists those of the tuning half"
  `)
})
it('evaluationText lists what is wrong when asked, without letting a message steer the terminal', () => {
  const lines = evaluationText(evaluation, { flaws: 'all' }).split('\n')

  expect(lines.slice(lines.indexOf('always-a: 1 of 2 prompts not flawless'))).toEqual([
    'always-a: 1 of 2 prompts not flawless',
    '  ok (approval, tuning)',
    '    "yes"',
    '    expected  nothing',
    '    came      core/a',
    '',
    'never: 1 of 2 prompts not flawless',
    '  one (explicit, tuning)',
    '    "how?\\u001b[2J"',
    '    expected  core/a',
    '    came      nothing',
  ])
})
it('evaluationText lists those of one half alone', () => {
  const halves = (['tuning', 'test'] as const).map((flaws) => evaluationText(evaluation, { flaws }))

  expect(halves.map((text) => text.includes('ok (approval, tuning)'))).toEqual([true, false])
})
it('evaluationText fits 80 columns with our own engines', () => {
  const wide = engines.map((engine) => ({ ...engine, name: 'durian-0.6' }))
  const many = Array.from({ length: 195 }, (_, n): LabelledPrompt => {
    const kind = n % 3 === 0 ? 'approval' : n % 3 === 1 ? 'implicit' : 'explicit'
    return { id: `p-${n}`, kind, message: `m ${n}`, expect: n % 2 ? ['core/a'] : [], also: [], place: '' }
  })

  const text = evaluationText(
    evaluate(wide, many, { seed: 1, resamples: 10, limit: 5, instructions: 40 }),
    {},
  )

  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})
