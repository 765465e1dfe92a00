import { expect, it } from 'vitest'
import { contractsUnder } from './contracts-under.js'

const named = (name: string) => ({ name, inputSchema: { type: 'object' } })

it('a tool does what the policy says, else what its server or its name does, else nobody knows', () => {
  const describe = contractsUnder({ rules: [{ tools: 'demo:l*', effect: 'read' }] }, 'demo')

  expect(['look', 'write_file', 'peek'].map((name) => describe(named(name)).effect)).toEqual([
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
