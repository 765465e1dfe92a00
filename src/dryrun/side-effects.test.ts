import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import type { JsonObject } from '../base/index.js'
import type { EffectClaim } from '../effects/index.js'
import type { SeenChange } from './copies.js'
import type { LedgerEntry } from './ledger.js'
import type { SideEffect } from './report.js'
import { approvalsFor, isReversible, sideEffectOf } from './side-effects.js'

const WRITE: EffectClaim = { effect: 'write', evidence: 'annotation', certain: false, reversible: 'unknown' }

test('sideEffectOf tells what a writing call is done to', () => {
  expect(sideEffectOf(entryWith({ path: 'notes/a.md', content: 'x' }), WRITE)).toEqual([
    {
      call: 1,
      tool: 'filesystem:write_file',
      effect: 'write',
      resource: 'notes/a.md',
      reversible: 'unknown',
      evidence: 'annotation',
      certain: false,
      text: 'may write notes/a.md through filesystem:write_file',
    },
  ])
})

test.each([
  ['the file itself', '/home/a/notes/b.md', [made('notes/b.md')], 'writes /home/a/notes/b.md'],
  ['what is below the folder', '/home/a/notes/', [made('notes/b.md')], 'writes /home/a/notes/'],
  [
    'a log of it',
    '/home/a/notes/b.md',
    [made('/root/.log'), made('/root/.lock')],
    'writes /root/.log and 1 more',
  ],
  ['nothing that was seen', 'b.md', [], 'writes b.md'],
])(
  'sideEffectOf says what was seen to change where it is not what the call names: %s',
  (_, path, seen, text) => {
    const [told] = sideEffectOf(entryWith({ path }), { ...WRITE, evidence: 'observed' }, seen)

    expect(told?.text).toBe(`${text} through filesystem:write_file`)
  },
)

test('sideEffectOf finds the names inside lists', () => {
  const args = { entities: [{ name: 'Mara', entityType: 'person' }, { name: 'Release' }] }

  expect(sideEffectOf(entryWith(args), WRITE)[0]?.resource).toBe('Mara, Release')
})

test('sideEffectOf says so when the resource is unknown', () => {
  const [effect] = sideEffectOf(entryWith({ path: null }, { unknownAt: ['/path'] }), WRITE)

  expect(effect?.text).toBe('may write an unknown path through filesystem:write_file')
})

test.each<[EffectClaim['evidence'], SideEffect['effect'], JsonObject, string]>([
  ['annotation', 'destructive', { path: 'a.md' }, 'may overwrite or delete a.md'],
  [
    'annotation',
    'destructive',
    { url: 'https://a.example' },
    'may overwrite or delete something, given https://a.example,',
  ],
  [
    'annotation',
    'destructive',
    { uri: 'HTTP://a.example' },
    'may overwrite or delete something, given HTTP://a.example,',
  ],
  ['annotation', 'destructive', { query: 'cats' }, 'may overwrite or delete something'],
  ['annotation', 'write', { to: 'mara' }, 'may write something, given mara,'],
  ['annotation', 'external', { to: 'mara' }, 'may send to the outside: mara'],
  ['observed', 'destructive', { path: 'a.md' }, 'overwrites or deletes a.md'],
  ['policy', 'write', { uri: 'file:///a.md' }, 'writes file:///a.md'],
  [
    'policy',
    'destructive',
    { url: 'https://a.example' },
    'overwrites or deletes something, given https://a.example,',
  ],
  ['none', 'unknown', { url: 'https://a.example' }, 'may change something, given https://a.example,'],
])('by %s, a call that is called %s with %j says no more than is known', (evidence, effect, args, words) => {
  verifies('ours:effects-as-known')
  const [told] = sideEffectOf(entryWith(args), { ...WRITE, evidence, effect })

  expect(told?.text).toBe(`${words} through filesystem:write_file`)
})

test('sideEffectOf is empty for reads and for calls that failed', () => {
  const failed = entryWith({}, {}, { kind: 'tool-error', content: [] })

  expect(sideEffectOf(entryWith({}), { ...WRITE, effect: 'read' })).toEqual([])
  expect(sideEffectOf(failed, WRITE)).toEqual([])
})

test('sideEffectOf is certain only by the policy and on values nobody invented', () => {
  const policy: EffectClaim = { ...WRITE, evidence: 'policy', certain: true }
  const tainted = { ...entryWith({}), dependsOnInvented: [7] }

  expect(sideEffectOf(entryWith({}), policy)[0]?.certain).toBe(true)
  expect(sideEffectOf(tainted, policy)[0]?.certain).toBe(false)
})

test('approvalsFor asks for what cannot be taken back and for what the policy names, a call that only reads included', () => {
  const effects = [
    effectOf('write', 1),
    effectOf('destructive', 2),
    effectOf('external', 3),
    effectOf('write', 4),
  ]

  const asked = [3, 4, 5].map((call) => ({ call, tool: 's:t' }) as const)

  expect(approvalsFor(effects, asked).map(({ call, why }) => [call, why])).toEqual([
    [2, 'destructive'],
    [3, 'policy'],
    [4, 'policy'],
    [5, 'policy'],
  ])
})

test('approvalsFor asks for a call that was only seen to write, of which nobody says what else it does', () => {
  const effects = [effectOf('write', 1), effectOf('write', 2)]

  expect(approvalsFor(effects, [], new Set([2])).map(({ call, why }) => [call, why])).toEqual([
    [2, 'unknown'],
  ])
})

test('sideEffectOf says that a tool may write what was seen of it earlier, and what that touched', () => {
  const seen: EffectClaim = { ...WRITE, evidence: 'observed', touches: ['{path}'] }

  expect(sideEffectOf(entryWith({ path: 'a.md' }), seen)[0]?.text).toBe(
    'may write a.md through filesystem:write_file, as seen on copies: {path}',
  )
})

test('isReversible is true without effects, false when one cannot be undone, null when nobody knows', () => {
  const with_ = (reversible: SideEffect['reversible']) => ({ ...effectOf('write', 1), reversible })

  expect(isReversible([])).toBe(true)
  expect(isReversible([with_('yes'), with_('no'), with_('unknown')])).toBe(false)
  expect(isReversible([with_('yes'), with_('unknown')])).toBeNull()
  expect(isReversible([with_('yes')])).toBe(true)
})

function entryWith(
  args: JsonObject,
  call: { readonly unknownAt?: readonly string[] } = {},
  outcome: LedgerEntry['answer']['outcome'] = { kind: 'result', content: [] },
): LedgerEntry {
  return {
    call: { n: 1, server: 'filesystem', tool: 'write_file', arguments: args, ...call },
    answer: { outcome, provenance: { source: 'stub' } },
    dependsOnInvented: [],
    before: { kind: 'all', upTo: 0 },
  }
}

function effectOf(effect: SideEffect['effect'], call: number): SideEffect {
  const about = {
    resource: null,
    reversible: 'unknown',
    evidence: 'annotation',
    certain: false,
    text: '',
  } as const
  return { call, tool: 's:t', effect, ...about }
}

function made(path: string): SeenChange {
  return { path, change: 'made', isInRoot: true }
}
