import { describe, expect, it } from 'vitest'
import { readPrompts } from './read-prompts.js'

/** The real schema is held against the real prompts elsewhere; here a small one shows where issues are told. */
const schema = {
  type: 'object',
  required: ['prompts'],
  properties: {
    prompts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'kind', 'message', 'expect'],
        properties: { kind: { enum: ['explicit', 'trap'] } },
      },
    },
  },
}
const read = (text: string) => readPrompts('p.yaml', text, schema)

describe('readPrompts', () => {
  it('reads YAML, with the line of each prompt', () => {
    const text = `prompts:
  - { id: one, kind: explicit, message: "how?", expect: [a/b] }
  - id: two
    kind: trap
    message: yes
    context: { files: [x.sql] }
    expect: []
    also: [a/b]
`

    expect(read(text)).toEqual([
      { id: 'one', kind: 'explicit', message: 'how?', expect: ['a/b'], also: [], place: 'p.yaml:2' },
      {
        id: 'two',
        kind: 'trap',
        message: 'yes',
        context: { files: ['x.sql'] },
        expect: [],
        also: ['a/b'],
        place: 'p.yaml:3',
      },
    ])
  })
  it('reads JSON, which is YAML', () => {
    const prompts = [{ id: 'one', kind: 'trap', message: 'm', expect: [] }]

    expect(read(JSON.stringify({ prompts }))).toEqual([{ ...prompts[0], also: [], place: 'p.yaml:1' }])
  })
  it('tells the line at which the text stops being YAML', () => {
    expect(() => read('prompts:\n  - id: one\n   kind: [')).toThrow(/^Cannot read prompts: p\.yaml:3: /)
  })
  it('tells the line of each value that breaks the form, and of the prompt that lacks one', () => {
    const text = `prompts:
  - { id: one, kind: explicit, message: m, expect: [] }
  - id: two
    kind: wrong
    message: n
    expect: []
  - { id: three, kind: trap, message: o }
`

    expect(() => read(text)).toThrow(
      [
        'Prompts do not have their form:',
        '  p.yaml:4: "/prompts/1/kind" must be one of "explicit", "trap", found "wrong"',
        '  p.yaml:7: "/prompts/2/expect" is required, but missing',
      ].join('\n'),
    )
  })
  it.each(['prompts: []', 'prompts:'])('refuses an empty set: %s', (text) => {
    expect(() => read(text)).toThrow('Cannot measure with "p.yaml": it holds no prompts')
  })
  it('refuses an empty file', () => {
    expect(() => read('')).toThrow('Prompts do not have their form:\n  p.yaml:1: ')
  })
  it('refuses an id twice', () => {
    const text =
      'prompts:\n- { id: a, kind: trap, message: m, expect: [] }\n- { id: a, kind: trap, message: n, expect: [] }'

    expect(() => read(text)).toThrow('Prompts must differ: p.yaml:3 ("a") has the id of p.yaml:2 ("a")')
  })
  it('refuses a message twice, whatever its case, unless its context differs', () => {
    const twice = (second: string) =>
      `prompts:\n- { id: a, kind: trap, message: Same, expect: [] }\n- { id: b, kind: trap, message: "same ", expect: []${second} }`

    expect(() => read(twice(''))).toThrow('p.yaml:3 ("b") has the message of p.yaml:2 ("a")')
    expect(read(twice(', context: { branch: x }'))).toHaveLength(2)
  })
  it('refuses anchors that unfold without end', () => {
    const bomb = [
      'a: &a [x, x]',
      ...[...'bcdefghijkl'].map((name, n) => `${name}: &${name} [${`*${'abcdefghijk'[n]}, `.repeat(9)}]`),
    ]

    expect(() => read(bomb.join('\n'))).toThrow(/^Cannot read prompts: p\.yaml: .*alias/i)
  })
})
