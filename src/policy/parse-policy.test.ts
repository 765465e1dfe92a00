import { describe, expect, it } from 'vitest'
import { parsePolicy } from './parse-policy.js'

describe('parsePolicy', () => {
  it('reads rules with all they can say', () => {
    const value = {
      rules: [
        { tools: 'fs:read_*', effect: 'read', reversible: 'yes', decision: 'allow' },
        { tools: 'fs:*', decision: 'ask', when_effect: ['write', 'unknown'] },
        { tools: '*', decision: 'ask' },
      ],
    }

    expect(parsePolicy(value, '"policy.yaml"')).toEqual(value)
  })

  it.each(['strict', 'lenient'])('reads whether arguments are refused: %s', (validation) => {
    expect(parsePolicy({ rules: [], validation }, 'p')).toEqual({ rules: [], validation })
  })

  it.each([
    ['text', 'rules', 'expected an object with "rules", found "rules"'],
    ['no rules', {}, '"rules" must be a list, found nothing'],
    [
      'another word for validation',
      { rules: [], validation: true },
      '"validation" must be one of lenient, strict, found true',
    ],
    ['an unknown key of the policy', { rules: [], rule: [] }, 'the policy has an unknown key "rule"'],
    [
      'an unknown key of a rule',
      { rules: [{ tools: '*', efect: 'read' }] },
      'rules[0] has an unknown key "efect"',
    ],
    ['an unknown effect', { rules: [{ tools: '*', effect: 'reads' }] }, 'found "reads"'],
    [
      'a key that objects inherit',
      { rules: [{ tools: '*', constructor: 'read' }] },
      'unknown key "constructor"',
    ],
    ['a pattern without a server', { rules: [{ tools: 'read_file', effect: 'read' }] }, 'found "read_file"'],
    ['a rule that says nothing', { rules: [{ tools: 'a:b' }] }, 'rules[0] says nothing about "a:b"'],
    [
      'effects that are no list',
      { rules: [{ tools: '*', decision: 'ask', when_effect: 'write' }] },
      'rules[0].when_effect must be a list of effects, found "write"',
    ],
    [
      'an empty list of effects',
      { rules: [{ tools: '*', decision: 'ask', when_effect: [] }] },
      'rules[0].when_effect must be a list of effects, found a list',
    ],
    [
      'an unknown effect in a list',
      { rules: [{ tools: '*', decision: 'ask', when_effect: ['read', 'writes'] }] },
      'found "writes"',
    ],
    [
      'a condition with no decision',
      { rules: [{ tools: '*', effect: 'read', when_effect: ['read'] }] },
      'rules[0] has when_effect, which goes with decision alone',
    ],
    ['a rule that is a list', { rules: [[]] }, 'rules[0] must be an object, found a list'],
  ])('refuses %s and says what was found', (_, value, found) => {
    expect(() => parsePolicy(value, '"policy.yaml"')).toThrowError(
      expect.objectContaining({
        name: 'UsageError',
        code: 'POLICY_INVALID',
        message: expect.stringContaining(found),
      }),
    )
  })

  it('suggests the key that was meant', () => {
    expect(() => parsePolicy({ rules: [{ tools: '*', efect: 'read' }] }, 'p')).toThrowError(
      expect.objectContaining({ hint: 'did you mean "effect"?' }),
    )
  })
})
