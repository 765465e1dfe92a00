import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { ToolAnnotations } from '../protocol/index.js'
import { claimedEffect } from './effect-claim.js'

verifies('registry:effects')

function claimed(name: string, annotations?: ToolAnnotations) {
  const tool = { name, inputSchema: { type: 'object' } }
  return claimedEffect(annotations === undefined ? tool : { ...tool, annotations })
}

describe('the effect of a tool', () => {
  it.each<[ToolAnnotations, string, string]>([
    [{ readOnlyHint: true }, 'read', 'yes'],
    [{ readOnlyHint: true, destructiveHint: false, openWorldHint: true }, 'read', 'yes'],
    [{ readOnlyHint: false }, 'destructive', 'no'],
    [{ destructiveHint: true, idempotentHint: true }, 'destructive', 'no'],
    [{ readOnlyHint: false, destructiveHint: false, idempotentHint: true }, 'write', 'unknown'],
    [{ readOnlyHint: false, destructiveHint: false, openWorldHint: true }, 'external', 'no'],
  ])('follows the annotations %j: %s', (annotations, effect, reversible) => {
    expect(claimed('thing', annotations)).toEqual({
      claim: { effect, evidence: 'annotation', certain: false, reversible },
    })
  })

  it.each<[ToolAnnotations | undefined]>([
    [undefined],
    [{}],
    [{ title: 'Thing' }],
    [{ openWorldHint: true }],
  ])('comes from the name when the annotations %j say nothing of it', (annotations) => {
    expect(claimed('read_thing', annotations)).toEqual({
      claim: { effect: 'read', evidence: 'name', certain: false, reversible: 'yes' },
    })
  })

  it('is unknown when neither annotations nor name say anything', () => {
    expect(claimed('thing')).toEqual({
      claim: { effect: 'unknown', evidence: 'none', certain: false, reversible: 'unknown' },
    })
  })

  it('is the worse one, with the contradiction told, when the name speaks against readOnlyHint', () => {
    expect(claimed('delete_thing', { readOnlyHint: true })).toEqual({
      claim: { effect: 'destructive', evidence: 'name', certain: false, reversible: 'no' },
      contradiction: 'readOnlyHint is true, and the name says that it is destructive',
    })
  })

  it('is the worse one, with the contradiction told, when two hints speak against each other', () => {
    expect(claimed('thing', { readOnlyHint: true, destructiveHint: true })).toEqual({
      claim: { effect: 'destructive', evidence: 'annotation', certain: false, reversible: 'no' },
      contradiction: 'readOnlyHint and destructiveHint are both true',
    })
  })

  it('is not contradicted by a harmless name on a tool that writes', () => {
    expect(claimed('get_or_fetch', { destructiveHint: true })).not.toHaveProperty('contradiction')
  })
})
