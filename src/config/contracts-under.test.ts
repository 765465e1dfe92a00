import { expect, it } from 'vitest'
import { footprintSource } from '../effects/index.js'
import { contractsUnder } from './contracts-under.js'

const named = (name: string) => ({ name, inputSchema: { type: 'object' } })

it('a tool does what the policy says, else what its server says, else nobody knows', () => {
  const { describe } = contractsUnder({ policy: { rules: [{ tools: 'demo:l*', effect: 'read' }] } }, 'demo')

  const told = { ...named('save'), annotations: { readOnlyHint: false } }

  expect([named('look'), told, named('write_file')].map((tool) => describe(tool).effect)).toEqual([
    'read',
    'write',
    'unknown',
  ])
})

it('a contract is the same whatever a policy says', () => {
  const { fingerprint } = contractsUnder({}, 'demo').describe(named('look'))

  expect(
    contractsUnder({ policy: { rules: [{ tools: '*', effect: 'read' }] } }, 'demo').describe(named('look')),
  ).toEqual({
    fingerprint,
    effect: 'read',
  })
})

it('a call does what its statement says, where the user says no more of its tool', () => {
  const effects = [
    footprintSource([{ tools: 'demo:*', footprint: { statement: '/line', language: 'shell' } }]),
  ]
  const { describe, effectOf } = contractsUnder({ effects }, 'demo')
  const ruled = contractsUnder({ effects, policy: { rules: [{ tools: '*', effect: 'write' }] } }, 'demo')

  expect(describe(named('run')).effect).toBe('unknown')
  expect(['ls', 'rm a', 'make'].map((line) => effectOf('run', { line }))).toEqual([
    'read',
    'destructive',
    undefined,
  ])
  expect(ruled.effectOf('run', { line: 'ls' })).toBeUndefined()
})
