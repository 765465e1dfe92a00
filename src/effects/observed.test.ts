import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { Effect } from '../call/index.js'
import { decide, type PolicyRule } from '../policy/index.js'
import type { EffectHints, HintedTools } from './annotations.js'
import { effectsOfTools } from './effects-of-tools.js'
import type { ObservedEffect } from './observed.js'

verifies('rehearsal:observed-effects')

const CALL = { server: 'a', tool: 't', arguments: { path: 'x' } }
const HINTS: readonly (EffectHints | undefined)[] = [
  undefined,
  { readOnlyHint: true },
  { readOnlyHint: false },
  { destructiveHint: false },
  { destructiveHint: false, openWorldHint: true },
  { destructiveHint: true },
]
const SEEN: readonly ObservedEffect[] = [
  { effect: 'write', places: [] },
  { effect: 'destructive', places: ['{path}'] },
]
const EFFECTS: readonly Effect[] = ['read', 'write', 'destructive', 'external', 'unknown']
const STRICTNESS = { allow: 0, none: 1, ask: 2, deny: 3 }

test.each(HINTS)('what was seen of a tool that says %j makes no policy looser', (hints) => {
  for (const seen of SEEN)
    for (const decision of ['allow', 'ask', 'deny'] as const)
      for (const effect of EFFECTS) {
        const rules: readonly PolicyRule[] = [{ tools: '*', decision, when_effect: [effect] }]
        const before = decide('a:t', { rules }, claimOf(hints)) ?? 'none'
        const after = decide('a:t', { rules }, claimOf(hints, seen)) ?? 'none'
        expect(STRICTNESS[after]).toBeGreaterThanOrEqual(STRICTNESS[before])
      }
})

test.each(HINTS)('what was seen of a tool that says %j leaves no answer less doubtful', (hints) => {
  const [write] = SEEN

  expect(effectsOfTools(toolsOf(hints), { observed: () => write }).footprintOf(CALL)).toEqual({
    reads: 'whole',
    writes: 'whole',
    needs: [],
  })
})

test('a tool that is said to read alone, and was seen to write, is known to write', () => {
  expect(claimOf({ readOnlyHint: true }, SEEN[0])).toMatchObject({
    effect: 'write',
    evidence: 'observed',
    certain: false,
    alsoPossible: ['read'],
  })
})

test('what a server claims that is worse than what was seen stands', () => {
  expect(claimOf({ destructiveHint: true }, SEEN[0])).toMatchObject({
    effect: 'destructive',
    evidence: 'annotation',
  })
})

test('the word of the user stands above what was seen', () => {
  const policy = { rules: [{ tools: 'a:t', effect: 'read' as const }] }
  const effects = effectsOfTools(toolsOf(undefined), { policy, observed: () => SEEN[1] })

  expect(effects.claimOf(CALL)).toMatchObject({ effect: 'read', evidence: 'policy' })
})

test('a tool of which nothing was seen is as it was claimed', () => {
  expect(claimOf({ readOnlyHint: true })).toMatchObject({ effect: 'read', evidence: 'annotation' })
})

function claimOf(hints: EffectHints | undefined, seen?: ObservedEffect) {
  return effectsOfTools(toolsOf(hints), { observed: () => seen }).claimOf(CALL)
}

function toolsOf(annotations: EffectHints | undefined): HintedTools {
  return {
    find: () => ({
      kind: 'found',
      tool: { definition: annotations === undefined ? {} : { annotations } },
    }),
  }
}
