import { expect, it } from 'vitest'
import { createEarlierAnswers } from './earlier-answers.js'
import { MCPResponse } from './mcp-response.js'

it('earlier answers are the newest of each other tool, newest first', () => {
  const earlier = createEarlierAnswers()

  for (const [tool, said] of [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
    ['c', '4'],
  ] as const)
    earlier.add(tool, answer(tool, said))

  expect(earlier.others('c').map(({ content }) => content)).toEqual(['3', '2'])
  expect(earlier.others('a').map(({ content }) => content)).toEqual(['4', '2'])
})

it('earlier answers are ten at most, and hold none that came before them', () => {
  const earlier = createEarlierAnswers()

  for (let n = 0; n < 30; n++)
    earlier.add(`tool ${n}`, answer(`tool ${n}`, `${n}`, earlier.others(`tool ${n}`)))

  const others = earlier.others('another')
  expect(others).toHaveLength(10)
  expect(others[0]?.circumstances).toEqual({ call: { tool: 'tool 29' } })
})

function answer(tool: string, said: string, otherAnswers: readonly MCPResponse[] = []): MCPResponse {
  const message = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: said }] } }
  return MCPResponse.fromJsonRpc(message, { call: { tool }, otherAnswers })
}
