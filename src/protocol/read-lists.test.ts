import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../base/index.js'
import { readCompletion } from './read-completion.js'
import { readPage } from './read-page.js'
import { readFilledPrompt, readPrompt } from './read-prompt.js'
import { readResource, readResourceContents, readResourceTemplate } from './read-resource.js'

describe('lists of resources', () => {
  it('leave out what has no uri or name, and claims of the wrong type', () => {
    const resources = [
      { uri: 'a:1', name: 'one', size: 3, vendor: 'kept' },
      { uri: 'a:2', name: 'two', size: '3', mimeType: null },
      { uri: 'a:3' },
      'a:4',
    ]

    expect(readPage({ resources, nextCursor: 'c' }, 'resources', readResource)).toEqual({
      kind: 'read',
      value: {
        items: [
          { uri: 'a:1', name: 'one', size: 3, vendor: 'kept' },
          { uri: 'a:2', name: 'two' },
        ],
        nextCursor: 'c',
      },
      complaints: [
        'resource "a:2": mimeType is null, and was left out',
        'resource "a:2": size is "3", and was left out',
        'a resource without a uri and a name was left out: {"uri":"a:3"}',
        'a resource without a uri and a name was left out: "a:4"',
      ],
    })
  })

  it('have templates too', () => {
    const resourceTemplates = [{ uriTemplate: 'a:{x}', name: 'x' }, { name: 'y' }]

    expect(readPage({ resourceTemplates }, 'resourceTemplates', readResourceTemplate)).toEqual({
      kind: 'read',
      value: { items: [{ uriTemplate: 'a:{x}', name: 'x' }] },
      complaints: ['a resource template without a uriTemplate and a name was left out: {"name":"y"}'],
    })
  })

  it('are unusable without their array', () => {
    expect(readPage({ resources: {} }, 'resources', readResource)).toEqual({
      kind: 'unusable',
      reason: 'the result has no array "resources"',
    })
  })
})

describe('contents of resources', () => {
  it('have a text or a blob', () => {
    const contents = [{ uri: 'a:1', text: '' }, { uri: 'a:1', blob: 'AA==' }, { uri: 'a:1' }]

    expect(readResourceContents({ contents })).toEqual({
      kind: 'read',
      value: contents.slice(0, 2),
      complaints: ['contents without a uri and a text or blob were left out: {"uri":"a:1"}'],
    })
    expect(readResourceContents({})).toMatchObject({ kind: 'unusable' })
  })
})

describe('prompts', () => {
  it('leave out what has no name, and arguments that are none', () => {
    const prompts = [
      { name: 'a', arguments: [{ name: 'x', required: true }] },
      { name: 'b', arguments: [{}] },
      {},
    ]

    expect(readPage({ prompts }, 'prompts', readPrompt)).toEqual({
      kind: 'read',
      value: { items: [{ name: 'a', arguments: [{ name: 'x', required: true }] }, { name: 'b' }] },
      complaints: [
        'prompt "b": arguments is [{}], and was left out',
        'a prompt without a name was left out: {}',
      ],
    })
  })

  it('are filled in with messages', () => {
    const message = { role: 'user', content: { type: 'text', text: 'hi' } }

    expect(
      readFilledPrompt({ description: 1, messages: [message, { role: 'system', content: {} }] }),
    ).toEqual({
      kind: 'read',
      value: { messages: [message] },
      complaints: [
        'a prompt message was left out, it is none of the protocol: {"role":"system","content":{}}',
        'description is 1, and was left out',
      ],
    })
    expect(readFilledPrompt([])).toMatchObject({ kind: 'unusable' })
  })
})

describe('completions', () => {
  it.each<[JsonValue, object]>([
    [{ completion: { values: ['a'] } }, { kind: 'read', value: { values: ['a'] }, complaints: [] }],
    [
      { completion: { values: ['a', 1], total: 9, hasMore: true } },
      {
        kind: 'read',
        value: { values: ['a'], total: 9, hasMore: true },
        complaints: ['a value that is no text was left out of ["a",1]'],
      },
    ],
    [{}, { kind: 'unusable', reason: 'the result has no completion with an array "values"' }],
  ])('read %j', (result, reading) => {
    expect(readCompletion(result)).toEqual(reading)
  })
})
