import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/index.js'
import { redactMessage, redactResponse } from './redact-message.js'
import { createRedactor } from './redactor.js'

const token = `ghp_${'aB3d'.repeat(9)}`
const redactor = createRedactor({
  secrets: ['hunter2', 'resource', 'tools/call', '123456'],
  salt: '00'.repeat(16),
})
const mark = redactor.text('hunter2')

describe('a message that is redacted', () => {
  it.each<[string, JsonObject]>([
    ['a call', { jsonrpc: '2.0', id: 'hunter2', method: 'tools/call', params: { name: 'read_file' } }],
    [
      'params of a call',
      { name: 'read_file', arguments: { path: 'a' }, _meta: { progressToken: 'tok123abc456' } },
    ],
    [
      'a page',
      { tools: [], nextCursor: `eyJ${'aB3d'.repeat(4)}.eyJ${'aB3d'.repeat(4)}.${'aB3d'.repeat(8)}` },
    ],
    ['an interim answer', { resultType: 'input_required', requestState: token, inputRequests: {} }],
    ['progress', { progressToken: 123456, progress: 123456, total: 123456 }],
    [
      'a handshake',
      { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'demo', version: '1' } },
    ],
    ['an envelope', { _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'read_file', version: '1' } } }],
    [
      'a question',
      { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 123456 },
    ],
    ['a resource', { contents: [{ uri: 'file:///a', mimeType: 'text/plain', text: 'x' }] }],
  ])('keeps %s as it is', (_, message) => {
    expect(redactMessage(message, redactor)).toEqual(message)
  })

  it('loses its secrets wherever servers and callers may put them', () => {
    const redacted = redactMessage(
      {
        content: [
          { type: 'text', text: 'pw hunter2', annotations: { note: 'hunter2' } },
          { type: 'resource', resource: { uri: 'x://hunter2', blob: btoa('pw hunter2') } },
          { type: 'resource_link', name: token, uri: 'x://y' },
        ],
        structuredContent: { 'my hunter2': ['hunter2'], password: 'S3cret99', pin: 123456 },
        nextCursor: 'page-hunter2',
        _meta: { 'x/y': 'hunter2', apiToken: 'abc123def456' },
        own: { apiKey: 'k3yv4lue99' },
      },
      redactor,
    )

    expect(redacted).toEqual({
      content: [
        { type: 'text', text: `pw ${mark}`, annotations: { note: mark } },
        { type: 'resource', resource: { uri: `x://${mark}`, blob: btoa(`pw ${mark}`) } },
        { type: 'resource_link', name: redactor.text(token), uri: 'x://y' },
      ],
      structuredContent: {
        [`my ${mark}`]: [mark],
        password: redactor.redact({ password: 'S3cret99' }).password,
        pin: redactor.text('123456'),
      },
      nextCursor: `page-${mark}`,
      _meta: { 'x/y': mark, apiToken: expect.stringMatching(/^REDACTED_/) },
      own: { apiKey: expect.stringMatching(/^REDACTED_/) },
    })
  })

  it('keeps schemas, and replaces secrets that were given wherever they stand, others in values and words', () => {
    const schema = {
      type: 'object',
      properties: {
        password: { type: 'string', default: 'hunter2', description: 'not hunter2' },
        maxTokens: { type: 'integer', default: 123456 },
        'my hunter2': true,
        token: { type: 'string', pattern: '^hunter2$', examples: [token], enum: ['a1b2c3d4e5f6g7'] },
      },
      required: ['password', 'read_file'],
    }

    const redacted = redactMessage({ tools: [{ name: 'read_hunter2', inputSchema: schema }] }, redactor)

    expect(redacted).toEqual({
      tools: [
        {
          name: `read_${mark}`,
          inputSchema: {
            type: 'object',
            properties: {
              password: { type: 'string', default: mark, description: `not ${mark}` },
              maxTokens: { type: 'integer', default: 123456 },
              [`my ${mark}`]: true,
              token: {
                type: 'string',
                pattern: `^${mark}$`,
                examples: [redactor.text(token)],
                enum: ['a1b2c3d4e5f6g7'],
              },
            },
            required: ['password', 'read_file'],
          },
        },
      ],
    })
  })

  it('loses what a user filled in, and keeps what they decided', () => {
    expect(
      redactMessage({ action: 'accept', content: { password: 'S3cret99', type: 'hunter2' } }, redactor),
    ).toEqual({
      action: 'accept',
      content: { password: expect.stringMatching(/^REDACTED_/), type: mark },
    })
  })
})

it('an answer that is an error loses its secrets and keeps its code', () => {
  expect(
    redactResponse({ error: { code: 123456, message: 'no hunter2', data: { pin: 123456 } } }, redactor),
  ).toEqual({
    error: { code: 123456, message: `no ${mark}`, data: { pin: redactor.text('123456') } },
  })
})
