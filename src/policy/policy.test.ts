import { describe, expect, it } from 'vitest'
import type { EffectClaim } from './effect.js'
import { classify, decide } from './policy.js'

const claimed: EffectClaim = { effect: 'read', evidence: 'annotation', certain: false, reversible: 'yes' }

describe('a policy', () => {
  it('overrules the claim of a tool that it names, and is certain', () => {
    const policy = { rules: [{ tools: 'mail:*', effect: 'external' }] } as const

    expect(classify(claimed, 'mail:read_inbox', policy)).toEqual({
      effect: 'external',
      evidence: 'policy',
      certain: true,
      reversible: 'no',
    })
  })

  it('leaves the claim of any other tool as it is', () => {
    const policy = { rules: [{ tools: 'mail:*', effect: 'external' }] } as const

    expect(classify(claimed, 'email:read_inbox', policy)).toBe(claimed)
  })

  it('lets the first matching rule win, for each thing by itself', () => {
    const policy = {
      rules: [
        { tools: 'fs:write_*', decision: 'ask' },
        { tools: 'fs:*', effect: 'write', decision: 'allow' },
        { tools: '*', effect: 'destructive', reversible: 'yes', decision: 'deny' },
      ],
    } as const

    expect(classify(claimed, 'fs:write_file', policy)).toEqual({
      effect: 'write',
      evidence: 'policy',
      certain: true,
      reversible: 'yes',
    })
    expect(
      ['fs:write_file', 'fs:read_file', 'other:tool'].map((ref) => decide(ref, policy, claimed)),
    ).toEqual(['ask', 'allow', 'deny'])
  })

  it('says only what its rule says when the rule is about undoing alone', () => {
    const policy = { rules: [{ tools: '*', reversible: 'no' }] } as const

    expect(classify(claimed, 'a:b', policy)).toEqual({ ...claimed, reversible: 'no' })
  })

  it('allows by effect only what it calls so itself', () => {
    const reads = { tools: '*', decision: 'allow', when_effect: ['read'] } as const
    const stated = { tools: 'a:b', effect: 'read' } as const

    expect(decide('a:b', { rules: [reads] }, claimed)).toBeUndefined()
    expect(decide('a:b', { rules: [reads, stated] }, claimed)).toBe('allow')
  })

  it.each(['ask', 'deny'] as const)('lets a claimed effect make things stricter: %s', (decision) => {
    const rules = [
      { tools: '*', decision, when_effect: ['destructive'] },
      { tools: '*', decision: 'allow' },
    ] as const
    const destructive = { ...claimed, effect: 'destructive' } as const
    const stated = { tools: 'a:b', effect: 'write' } as const

    expect(decide('a:b', { rules }, destructive)).toBe(decision)
    expect(decide('a:b', { rules }, claimed)).toBe('allow')
    expect(decide('a:b', { rules: [stated, ...rules] }, destructive)).toBe('allow')
  })

  it('does not let a server talk its way past a rule for what nobody knows', () => {
    const ask = { tools: '*', decision: 'ask', when_effect: ['write', 'unknown'] } as const

    expect(decide('a:b', { rules: [ask] }, claimed)).toBe('ask')
    expect(decide('a:b', { rules: [ask, { tools: 'a:b', effect: 'read' }] }, claimed)).toBeUndefined()
  })

  it('decides nothing about a tool without a rule', () => {
    expect(decide('a:b', { rules: [{ tools: 'a:b', effect: 'read' }] }, claimed)).toBeUndefined()
  })
})
