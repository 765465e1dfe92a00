import { expect, it } from 'vitest'
import { parseToolRef, splitToolRef, toolRef } from './tool-call.js'

it.each([
  ['files:read', { server: 'files', tool: 'read' }],
  ['files:a:b', { server: 'files', tool: 'a:b' }],
  ['a b:c/d', { server: 'a b', tool: 'c/d' }],
])('parseToolRef splits %j at the first colon, and toolRef joins it again', (text, parts) => {
  expect(parseToolRef(text)).toEqual(parts)
  expect(splitToolRef(text)).toEqual(parts)
  expect(toolRef(parts)).toBe(text)
})

it.each(['', ':', 'files', 'files:', ':read'])('parseToolRef takes %j for no tool', (text) => {
  expect(parseToolRef(text)).toBeUndefined()
})
