import { expect, it } from 'vitest'
import { redactPercentEncoded } from './percent-encoded.js'

const hide = (text: string): string => text.replaceAll('a b/é', 'HIDDEN')

it.each([
  ['to=x%3Da%20b%2F%C3%A9%26y', 'to=x%3DHIDDEN%26y'],
  ['x%3da%20b%2f%c3%a9%26y', 'x%3dHIDDEN%26y'],
  ['x%3Da+b%2F%C3%A9+c%20d', 'x%3DHIDDEN+c+d'],
  ['one%20a%20b%2F%C3%A9&two%20c', 'one%20HIDDEN&two%20c'],
  ['x%3Da%20b%2F%C3%A9%3D%2', 'x%3DHIDDEN%3D%252'],
  ['caf%E9%2Fa%20b%2F%C3%A9', 'caf%25E9%2FHIDDEN'],
  ['%E6%BC%A2%F0%9F%98%80%20a%20b%2F%C3%A9%', '%E6%BC%A2%F0%9F%98%80%20HIDDEN%25'],
])('what %j hides is replaced, and the rest encoded as it was', (text, redacted) => {
  expect(redactPercentEncoded(text, hide)).toBe(redacted)
})

it.each(['a b/é', 'a%20b', '%', '%zz', '%E0%A4', 'a%20c%2F%C3%A9%'])('%j stays as it is', (text) => {
  expect(redactPercentEncoded(text, hide)).toBe(text)
})

it('takes time that is linear in the text', () => {
  for (const hostile of ['%25'.repeat(300_000), `${'%E0%80%80'.repeat(100_000)}%`])
    expect(redactPercentEncoded(hostile, (inner) => inner)).toBe(hostile)
})
