import { describe, expect, it } from 'vitest'
import { decide, isDecidedByDoubt, type ToldEffect } from './policy.js'

const claimed: ToldEffect = { effect: 'read', certain: false }
const unknown: ToldEffect = { effect: 'unknown', certain: false }
const stated = (effect: ToldEffect['effect']): ToldEffect => ({ effect, certain: true })

describe('a policy', () => {
  it('lets the first matching rule decide', () => {
    const policy = {
      rules: [
        { tools: 'fs:write_*', decision: 'ask' },
        { tools: 'fs:*', effect: 'write', decision: 'allow' },
        { tools: '*', decision: 'deny' },
      ],
    } as const

    expect(
      ['fs:write_file', 'fs:read_file', 'other:tool'].map((ref) => decide(ref, policy, claimed)),
    ).toEqual(['ask', 'allow', 'deny'])
  })

  it('allows by effect only what the user calls so', () => {
    const rules = [{ tools: '*', decision: 'allow', when_effect: ['read'] }] as const

    expect(decide('a:b', { rules }, claimed)).toBeUndefined()
    expect(decide('a:b', { rules }, stated('read'))).toBe('allow')
  })

  it.each(['ask', 'deny'] as const)('lets a claimed effect make things stricter: %s', (decision) => {
    const rules = [
      { tools: '*', decision, when_effect: ['destructive'] },
      { tools: '*', decision: 'allow' },
    ] as const
    const told = (effect: ToldEffect): string | undefined => decide('a:b', { rules }, effect)

    expect(told({ effect: 'destructive', certain: false })).toBe(decision)
    expect(told({ effect: 'write', certain: false, alsoPossible: ['destructive'] })).toBe(decision)
    expect(told({ effect: 'write', certain: false })).toBe('allow')
    expect(told(claimed)).toBe('allow')
    expect(told(stated('write'))).toBe('allow')
  })

  it.each([
    ['write'],
    ['destructive'],
    ['external'],
    ['write', 'destructive', 'external'],
    ['unknown'],
  ] as const)('stops what nobody knows wherever it stops %s', (...effects) => {
    const rules = [{ tools: '*', decision: 'ask', when_effect: effects }] as const

    expect(decide('a:b', { rules }, unknown)).toBe('ask')
    expect(decide('a:b', { rules }, stated('read'))).toBeUndefined()
  })

  it('does not stop what nobody knows with what it stops of reads', () => {
    const rules = [{ tools: '*', decision: 'ask', when_effect: ['read'] }] as const

    expect(decide('a:b', { rules }, unknown)).toBeUndefined()
  })

  it('does not let a server talk its way past a rule for what nobody knows', () => {
    const rules = [{ tools: '*', decision: 'ask', when_effect: ['write', 'unknown'] }] as const

    expect(decide('a:b', { rules }, claimed)).toBe('ask')
    expect(decide('a:b', { rules }, stated('read'))).toBeUndefined()
  })

  it('takes what the user calls unknown for whatever it may be', () => {
    const rules = [{ tools: '*', decision: 'deny', when_effect: ['destructive'] }] as const

    expect(decide('a:b', { rules }, stated('unknown'))).toBe('deny')
  })

  it('decides nothing about a tool without a rule', () => {
    expect(decide('a:b', { rules: [{ tools: 'a:b', effect: 'read' }] }, claimed)).toBeUndefined()
  })

  it('tells decisions that the word of the user would change', () => {
    const rules = [{ tools: '*', decision: 'ask', when_effect: ['write'] }] as const
    const always = [{ tools: '*', decision: 'ask' }] as const

    expect(isDecidedByDoubt('a:b', { rules }, unknown)).toBe(true)
    expect(isDecidedByDoubt('a:b', { rules: always }, unknown)).toBe(false)
    expect(isDecidedByDoubt('a:b', { rules }, { effect: 'write', certain: false })).toBe(false)
    expect(isDecidedByDoubt('a:b', { rules }, stated('unknown'))).toBe(false)
  })
})
