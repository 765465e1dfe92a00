import { describe, expect, it } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { claimByHints, contradictionIn, type EffectHints } from './annotations.js'
import { createEffects, type EffectClaim } from './effects.js'
import { claimOfTool, effectsOfTools, statedSource } from './effects-of-tools.js'
import { footprintSource } from './footprint-source.js'

verifies('registry:effects')

describe('what a server claims', () => {
  it.each<[EffectHints | undefined, Partial<EffectClaim> | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [{ openWorldHint: true }, undefined],
    [{ readOnlyHint: true }, { effect: 'read' }],
    [{ readOnlyHint: true, openWorldHint: true }, { effect: 'read' }],
    [{ readOnlyHint: true, destructiveHint: true }, { effect: 'destructive' }],
    [{ readOnlyHint: false }, { effect: 'write', alsoPossible: ['destructive'] }],
    [{ readOnlyHint: false, destructiveHint: false }, { effect: 'write' }],
    [{ destructiveHint: false, openWorldHint: true }, { effect: 'external' }],
    [{ destructiveHint: true }, { effect: 'destructive' }],
  ])('%j', (hints, expected) => {
    const claim = expected && { ...expected, evidence: 'annotation', certain: false }

    expect(claimByHints(hints)).toEqual(claim)
  })

  it('is told where it does not fit together', () => {
    expect(contradictionIn({ readOnlyHint: true, destructiveHint: true })).toContain('both true')
    expect(contradictionIn({ readOnlyHint: true, destructiveHint: false })).toBeUndefined()
  })
})

describe('an effect', () => {
  it.each(['read_file', 'query', 'fetch', 'search_and_replace', 'delete_all', 'get'])(
    'is never guessed from a name: %s',
    (name) => {
      expect(claimOfTool({ server: 's', name, definition: {} })).toEqual({
        ...{ effect: 'unknown', evidence: 'none', certain: false, reversible: 'unknown' },
      })
      expect(
        claimOfTool({ server: 's', name, definition: { annotations: { readOnlyHint: true } } }),
      ).toMatchObject({ effect: 'read', evidence: 'annotation' })
    },
  )

  it('is the word of the policy first, then of the settings, then of the server', () => {
    const definition = { annotations: { readOnlyHint: true } }
    const effects = [footprintSource([{ tools: 's:t', footprint: { writes: ['notes/{id}'] } }])]
    const policy = { rules: [{ tools: 's:*', effect: 'external' }] } as const
    const of = (word: Parameters<typeof claimOfTool>[1]) =>
      claimOfTool({ server: 's', name: 't', definition }, word).effect

    expect([of({}), of({ effects }), of({ effects, policy })]).toEqual(['read', 'write', 'external'])
  })

  it('can be undone as the first says who says it, else by its nature', () => {
    const policy = { rules: [{ tools: 's:t', reversible: 'yes' }] } as const
    const tool = { server: 's', name: 't', definition: { annotations: { destructiveHint: true } } }

    expect(claimOfTool(tool).reversible).toBe('no')
    expect(claimOfTool(tool, { policy })).toMatchObject({
      effect: 'destructive',
      reversible: 'yes',
      certain: false,
    })
  })
})

describe('a footprint', () => {
  const tools = { find: () => ({ kind: 'missing' }) as const }
  const call = { server: 's', tool: 't', arguments: { id: 7 } }

  it('is the whole of the server where nobody knows better', () => {
    expect(effectsOfTools(tools, {}).footprintOf(call)).toEqual({
      reads: 'whole',
      writes: 'whole',
      needs: [],
    })
  })

  it('writes nothing where the strongest word calls it a read, and something where it does not', () => {
    const stated = footprintSource([
      { tools: '*', footprint: { reads: ['note/{id}'], writes: ['note/{id}'] } },
    ])
    const read = statedSource([{ tools: '*', effect: 'read' }])
    const write = statedSource([{ tools: '*', effect: 'write' }])
    const silent = footprintSource([{ tools: '*', footprint: 'read' }])

    expect(createEffects([read, stated]).footprintOf(call)).toMatchObject({ reads: ['note/7'], writes: [] })
    expect(createEffects([stated]).footprintOf(call).writes).toEqual(['note/7'])
    expect(createEffects([write, silent]).footprintOf(call).writes).toBe('whole')
  })
})
