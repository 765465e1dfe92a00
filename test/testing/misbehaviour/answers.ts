/** Servers whose answers are not what they should be. */
import { expect } from 'vitest'
import { answered, callsInTurn, type Misbehaviour, said } from './misbehaviour.js'

const echo = { server: 'echo', expected: said('hello') }

export const ANSWERS: readonly Misbehaviour[] = [
  {
    points: ['ids as strings'],
    server: 'string-ids',
    what: 'rejects the call at once, and says why',
    expected: { thrown: 'RESPONSE_INVALID' },
    frames: [answered('2', 'hello')],
    complaints: ['unmatched-response'],
    violates: [/it answers no request.*"2"/],
    deadlineMs: 5000,
    control: echo,
  },
  {
    points: ['missing content'],
    server: 'missing-content',
    what: 'keeps the rest of the result',
    expected: { kind: 'result', content: [], structured: { ok: true } },
    frames: [{ id: 2, result: { structuredContent: { ok: true } } }],
    complaints: ['invalid-result'],
    violates: [/breaks CallToolResult of 2025-11-25/],
    deadlineMs: 5000,
    control: echo,
  },
  {
    points: ['result and error'],
    server: 'result-and-error',
    what: 'believes neither',
    expected: { thrown: 'RESPONSE_INVALID' },
    frames: [{ ...answered(2, 'hello'), error: { code: -32603, message: 'or not' } }],
    complaints: ['invalid-message'],
    violates: [/both a result and an error/],
    deadlineMs: 5000,
    control: echo,
  },
  {
    points: ['duplicate responses'],
    server: 'duplicate-response',
    what: 'takes the first and tells the second',
    async play(client) {
      const heard = await callsInTurn('a', 'b')(client)
      // Its answer comes after the second answer to the last call.
      await client.ping()
      return heard
    },
    expected: [said('a'), said('b')],
    frames: [answered(2, 'a'), answered(2, 'a'), answered(3, 'b'), answered(3, 'b'), { id: 4, result: {} }],
    complaints: ['duplicate-response', 'duplicate-response'],
    violates: [/was answered before/],
    deadlineMs: 5000,
    control: { server: 'echo', expected: [said('a'), said('b')] },
  },
  {
    points: ['unknown fields'],
    server: 'unknown-fields',
    what: 'strips none of them',
    async play(client) {
      const [tool] = await client.listTools()
      const { raw } = await client.callTool('echo', { message: 'hello' })
      return { tool, raw }
    },
    expected: {
      tool: expect.objectContaining({ name: 'echo', vendor: { 'com.example/kept': true } }),
      raw: {
        jsonrpc: '2.0',
        id: 3,
        result: {
          content: [{ type: 'text', text: 'hello', vendor: { 'com.example/kept': true } }],
          structuredContent: { vendor: { 'com.example/kept': true } },
          vendor: { 'com.example/kept': true },
        },
      },
    },
    frames: [{ id: 3, result: { vendor: { 'com.example/kept': true } } }],
    deadlineMs: 5000,
    control: {
      server: 'echo',
      expected: {
        tool: expect.not.objectContaining({ vendor: expect.anything() }),
        raw: answered(3, 'hello'),
      },
    },
  },
  {
    points: ['answers by id'],
    server: 'error-without-id',
    what: "takes the error for nobody's, and waits for the answer",
    expected: said('hello'),
    frames: [{ id: null, error: { code: -32700 } }, answered(2, 'hello')],
    complaints: ['invalid-message'],
    violates: [/.*/],
    deadlineMs: 5000,
    control: echo,
  },
]
