import { expect, it } from 'vitest'
import { estimateTokens } from '../base/index.js'
import type { ContentBlock } from '../protocol/index.js'
import { answerTokens } from './answer-tokens.js'

const result = (...content: readonly ContentBlock[]) => ({ kind: 'result', content }) as const
const text = (said: string): ContentBlock => ({ type: 'text', text: said })

it('estimateTokens counts bytes, so that a script of other letters is not taken for cheap', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('12345678')).toBe(2)
  expect(estimateTokens('漢字漢字')).toBe(3)
})

it('answerTokens adds the blocks up, and takes the structured content only where it is larger', () => {
  const blocks = [text('x'.repeat(40)), text('x'.repeat(40))]

  expect(answerTokens(result(...blocks))).toBe(20)
  expect(answerTokens({ ...result(...blocks), structured: { a: 1 } })).toBe(20)
  expect(answerTokens({ ...result(...blocks), structured: 'x'.repeat(398) })).toBe(100)
})

it('answerTokens takes data that no model reads as text for little', () => {
  const data = 'A'.repeat(100_000)

  expect(answerTokens(result({ type: 'image', data, mimeType: 'image/png' }))).toBe(1600)
  expect(answerTokens(result({ type: 'audio', data, mimeType: 'audio/wav' }))).toBeLessThan(50)
  expect(answerTokens(result({ type: 'resource', resource: { uri: 'a:b', blob: data } }))).toBeLessThan(50)
  expect(answerTokens(result({ type: 'resource', resource: { uri: 'a:b', text: data } }))).toBeGreaterThan(
    25_000,
  )
})

it('answerTokens of a JSON-RPC error is that of its message', () => {
  expect(answerTokens({ kind: 'rpc-error', code: -32602, message: 'x'.repeat(8) })).toBe(2)
})
