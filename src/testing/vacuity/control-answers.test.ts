import { describe, expect, it } from 'vitest'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { controlAnswers } from './control-answers.js'

const IMAGE = { type: 'image', data: 'AA==', mimeType: 'image/png' }

describe('controlAnswers', () => {
  it('empties blocks, and structured content of the same type', () => {
    const [object] = controlAnswers(resultOf('a', { structured: { sum: 5 } }), 'empty')
    const [list] = controlAnswers(resultOf('a', { structured: [5] }), 'empty')
    const [error] = controlAnswers(toolErrorOf('a'), 'empty')

    expect(object?.outcome).toEqual({ kind: 'result', content: [], structured: {} })
    expect(list?.outcome).toEqual({ kind: 'result', content: [], structured: [] })
    expect(error?.outcome).toEqual({ kind: 'tool-error', content: [] })
  })
  it('blanks every text, and nothing else', () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'resource', resource: { uri: 'x:y', text: 'b' } },
      IMAGE,
    ]
    const [control] = controlAnswers(
      resultOf(blocks, { structured: { name: 'c', n: [1, 'd', true, null] } }),
      'blanked',
    )

    expect(control?.outcome).toEqual({
      kind: 'result',
      content: [{ type: 'text', text: '' }, { type: 'resource', resource: { uri: 'x:y', text: '' } }, IMAGE],
      structured: { name: '', n: [1, '', true, null] },
    })
    expect(controlAnswers(rpcErrorOf(-32603, 'boom'), 'blanked')[0]?.errorMessage).toBe('')
  })
  it('takes the newest answer of each other tool, of the same kind', () => {
    const otherAnswers = [
      resultOf('new', called('list')),
      resultOf('old', called('list')),
      toolErrorOf('failed', called('write')),
      resultOf('own', called('add')),
    ]
    const controls = controlAnswers(resultOf('a', { ...called('add'), otherAnswers }), 'other-tool')

    expect(controls.map(({ content }) => content)).toEqual(['new'])
  })
  it('takes what other tools were called with out of what they answered', () => {
    const write = resultOf('wrote a.txt into notes', {
      ...called('write', { path: 'a.txt', to: { folder: 'notes', mode: 1, tag: '' } }),
      structured: { written: ['a.txt'], bytes: 1 },
    })
    const [control] = controlAnswers(
      resultOf('[FILE] a.txt', { ...called('list'), otherAnswers: [write] }),
      'other-tool',
    )

    expect(control?.outcome).toMatchObject({
      content: [{ type: 'text', text: 'wrote  into ' }],
      structured: { written: [''], bytes: 1 },
    })
    expect(control?.circumstances.call?.tool).toBe('write')
  })
  it('turns a success into a failure and the other way round', () => {
    const kinds = [resultOf('a'), toolErrorOf('a'), rpcErrorOf(-32603, 'a')].flatMap((response) =>
      controlAnswers(response, 'other-kind').map(({ outcome }) => outcome.kind),
    )

    expect(kinds).toEqual(['tool-error', 'result', 'result'])
  })
  it('forgets what was heard meanwhile', () => {
    const heard = resultOf('a', {
      ...called('add'),
      progress: [{ progress: 1 }],
      notifications: [{ method: 'x', params: {}, atMs: 1 }],
      asked: [{ method: 'roots/list', params: {} }],
    })

    expect(controlAnswers(heard, 'silent').map(({ circumstances }) => circumstances)).toEqual([called('add')])
  })
  it('leaves out what says the same as the answer: nothing could tell them apart', () => {
    const other = { ...called('add'), otherAnswers: [resultOf('ok', called('list'))] }

    expect(controlAnswers(resultOf([]), 'empty')).toEqual([])
    expect(controlAnswers(resultOf([IMAGE], { structured: { n: 1 } }), 'blanked')).toEqual([])
    expect(controlAnswers(resultOf('ok', other), 'other-tool')).toEqual([])
    expect(controlAnswers(resultOf('fine', other), 'other-tool')).toHaveLength(1)
  })
})
