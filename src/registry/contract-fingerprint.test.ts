import { describe, expect, it } from 'vitest'
import type { Tool } from '../protocol/index.js'
import { contractFingerprint } from './contract-fingerprint.js'

const tool: Tool = {
  name: 'read',
  description: 'Reads',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'Where' } },
    required: ['path'],
  },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { title: 'Read', readOnlyHint: true },
}

describe('the fingerprint of a contract', () => {
  it.each<[string, Tool]>([
    ['descriptions', { ...tool, description: 'Reads a file', title: 'Reader' }],
    ['titles', { ...tool, annotations: { title: 'Other', readOnlyHint: true } }],
    [
      'the order of keys',
      {
        ...tool,
        inputSchema: { required: ['path'], properties: { path: { type: 'string' } }, type: 'object' },
      },
    ],
  ])('does not change with %s', (_, other) => {
    expect(contractFingerprint(other)).toBe(contractFingerprint(tool))
  })

  const { outputSchema: _, ...withoutOutput } = tool

  it.each<[string, Tool]>([
    [
      'an input',
      {
        ...tool,
        inputSchema: { type: 'object', properties: { path: { type: 'number' } }, required: ['path'] },
      },
    ],
    [
      'what is required',
      { ...tool, inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
    ],
    ['an output', { ...tool, outputSchema: { type: 'object', properties: { text: { type: 'number' } } } }],
    ['the lack of an output schema', withoutOutput],
    ['a hint', { ...tool, annotations: { readOnlyHint: false } }],
    ['the lack of a hint', { ...tool, annotations: {} }],
    [
      'schemas that change sides',
      { ...tool, inputSchema: { type: 'object' }, outputSchema: tool.inputSchema },
    ],
  ])('changes with %s', (_, other) => {
    expect(contractFingerprint(other)).not.toBe(contractFingerprint(tool))
  })
})
