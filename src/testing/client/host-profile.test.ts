import { expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import { hostProfile } from './host-profile.js'

verifies('client:mimics-host')

it('hostProfile knows Claude Code: what it declares, and that it takes 25,000 tokens', () => {
  expect(hostProfile('claude-code')).toMatchObject({
    clientInfo: { name: 'claude-code' },
    capabilities: { roots: {}, elicitation: {} },
    maxResultTokens: 25_000,
  })
})

it('hostProfile gives a profile of the test back as it is', () => {
  const profile = { name: 'mine', clientInfo: { name: 'mine', version: '1' }, capabilities: {} }

  expect(hostProfile(profile)).toBe(profile)
})

it('hostProfile refuses a name that it does not know, and says which it does', () => {
  // As a test in JavaScript may have it.
  const name = 'claude-cod' as 'claude-code'

  expect(() => hostProfile(name)).toThrow(
    expect.objectContaining({ code: 'USAGE', hint: expect.stringContaining('"claude-code"') }),
  )
})
