import { expect, it } from 'vitest'
import { contractsUnder } from './contracts-under.js'

const named = (name: string) => ({ name, inputSchema: { type: 'object' } })

it('a tool does what the policy says, else what its server says, else nobody knows', () => {
  const describe = contractsUnder({ rules: [{ tools: 'demo:l*', effect: 'read' }] }, 'demo')

  const told = { ...named('save'), annotations: { readOnlyHint: false } }

  expect([named('look'), told, named('write_file')].map((tool) => describe(tool).effect)).toEqual([
    'read',
    'write',
    'unknown',
  ])
})

it('a contract is the same whatever a policy says', () => {
  const { fingerprint } = contractsUnder(undefined, 'demo')(named('look'))

  expect(contractsUnder({ rules: [{ tools: '*', effect: 'read' }] }, 'demo')(named('look'))).toEqual({
    fingerprint,
    effect: 'read',
  })
})
