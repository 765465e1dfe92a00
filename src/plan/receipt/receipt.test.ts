import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { ToolCall } from '../../call/index.js'
import type { Before } from '../before.js'
import { bindEffects, type Deviation } from './bind-effects.js'
import { receiptProblems } from './check-receipt.js'
import { makeReceipt, type RehearsedCall } from './make-receipt.js'
import { readReceipt } from './read-receipt.js'
import type { Receipt } from './receipt.js'

const KEY = 'a key'

describe('a receipt', () => {
  test('has arguments as they were, and says of others after which call they are known', () => {
    const { effects } = receiptOf([
      read(1, 'list', ['a.md', 'b.md']),
      write(2, 'create', { title: 'x' }, { id: 'ticket-17', ok: true }),
      write(3, 'close', { id: 'ticket-17', path: 'a.md', force: true, note: 'closes ticket-17 now' }),
    ])

    expect(effects[1]).toMatchObject({
      arguments: { id: null, path: 'a.md', force: true, note: null },
      known_after: {
        '/id': { call: 2, pointer: '/id' },
        '/note': { call: 2, pointer: '/id', before: 'closes ', after: ' now' },
      },
      before: { up_to: 2 },
    })
  })

  test('says which word of a sentence an argument is, so that another id for real is no deviation', () => {
    const made = (id: string, path = `notes/${id}.md`) => [
      write(1, 'create', { title: 'x' }, `Created ticket ${id} just fine`),
      write(2, 'close', { id, path, count: 3 }),
    ]
    const { effects } = receiptOf(made('tk_17ab90'))

    expect(effects[1]).toMatchObject({
      arguments: { id: null, path: null, count: 3 },
      known_after: {
        '/id': { call: 1, pointer: '', word: 2 },
        '/path': { call: 1, pointer: '', word: 2, before: 'notes/', after: '.md' },
      },
    })
    expect(runOf(made('tk_17ab90'), made('tk_99cd21'))).toEqual(['effect', 'effect'])
    expect(runOf(made('tk_17ab90'), made('tk_99cd21', 'notes/tk_17ab90.md'))[1]).toEqual([
      'arguments',
      expect.stringContaining('word 3 of what call 1 answers'),
    ])
  })

  test('takes no word for an answer’s that the plan had called with before', () => {
    const { effects } = receiptOf([
      write(1, 'create', { path: 'out/2026-11.md' }, 'Wrote out/2026-11.md in 12 ms'),
      write(2, 'close', { path: 'out/2026-11.md' }),
    ])

    expect(effects[1]).toMatchObject({ arguments: { path: 'out/2026-11.md' } })
    expect(effects[1]?.known_after).toBeUndefined()
  })

  test('of made-up values that are alike by chance, takes the one that variants saw come over', () => {
    const last = write(3, 'close', { note: 'closes item-17', about: 'item-17' })
    const from = { call: 1, pointer: '/id' }
    const { effects } = receiptOf([
      write(1, 'create', { title: 'one' }, { id: 'item-17' }),
      write(2, 'create', { title: 'two' }, { id: 'item-17' }),
      { ...last, argumentsFrom: { '/about': from, '/note': { call: 2, pointer: '/id' } } },
    ])

    expect(effects[2]?.known_after).toEqual({
      '/about': from,
      '/note': { call: 2, pointer: '/id', before: 'closes ', after: '' },
    })
  })

  test('of a sequence binds arguments to words of answers, by the template that they are made of', () => {
    const template = {
      note: {
        $text: [
          'for ',
          { call: 1, pointer: '/id', own: 'id1', form: 'upper' },
          ' at ',
          { call: 1, pointer: '/text', word: 1, own: 'time1' },
        ],
      },
    }
    const made = (note: string, answer: JsonObject) => [
      { ...write(1, 'create', {}, answer), step: {} },
      { ...write(2, 'close', { note }), step: { template } },
    ]
    const rehearsed = made('for TK_1A2B at 10', { id: 'tk_1a2b', text: 'made 10' })

    expect(receiptOf(rehearsed).effects[1]).toMatchObject({
      template,
      arguments: { note: 'for TK_1A2B at 10' },
    })
    expect(runOf(rehearsed, made('for TK_9F8E at 11', { id: 'tk_9f8e', text: 'made 11' }))).toEqual([
      'effect',
      'effect',
    ])
    expect(runOf(rehearsed, made('for TK_1A2B at 11', { id: 'tk_9f8e', text: 'made 11' }))[1]).toEqual([
      'arguments',
      expect.any(String),
    ])
  })

  test('of a sequence whose secret stands beside a reference shows no template', () => {
    const template = { token: 'hunter2', note: { $text: [{ call: 1, pointer: '/id', own: 'id1' }] } }
    const rehearsed = [
      { ...write(1, 'create', {}, { id: 'ticket-17' }), step: {} },
      { ...write(2, 'close', { token: 'hunter2', note: 'ticket-17' }), step: { template } },
    ]
    const receipt = receiptOf(rehearsed)

    expect(JSON.stringify(receipt)).not.toContain('hunter2')
    expect(receipt.effects[1]?.known_after).toEqual({ '/note': { call: 1, pointer: '/id' } })
  })

  test('takes for given what stands in the plan and in its parameters', () => {
    const { effects } = receiptOf(
      [
        write(1, 'create', {}, { id: 'fixed-id', nr: 42, size: 7 }),
        write(2, 'close', { id: 'fixed-id', nr: 42, size: 7 }),
      ],
      { source: "close({ id: 'fixed-id' })", params: { nr: 42 } },
    )

    expect(effects[1]).toMatchObject({
      arguments: { id: 'fixed-id', nr: 42, size: null },
      known_after: { '/size': { call: 1, pointer: '/size' } },
    })
  })

  test('holds secrets as digests alone', () => {
    const receipt = receiptOf([write(1, 'login', { token: 'hunter2', name: 'ann' }, 'hunter2')])

    expect(JSON.stringify(receipt)).not.toContain('hunter2')
    expect(receipt.effects[0]?.arguments).toEqual({ token: null, name: 'ann' })
    expect(receipt.effects[0]?.secret).toEqual({ '/token': expect.stringMatching(/^hmac-sha256:/) })
  })

  test('binds a secret that a call answers to that call', () => {
    const rehearsed = [write(1, 'create', {}, { token: 'hunter2' }), write(2, 'close', { token: 'hunter2' })]
    const receipt = receiptOf(rehearsed)

    expect(JSON.stringify(receipt)).not.toContain('hunter2')
    expect(receipt.effects[1]?.known_after).toEqual({ '/token': { call: 1, pointer: '/token' } })
    expect(
      runOf(rehearsed, [write(1, 'create', {}, { token: 'real' }), write(2, 'close', { token: 'real' })]),
    ).toEqual(['effect', 'effect'])
  })

  test('is valid for no longer than its journal remembers what was spent', () => {
    expect(() => receiptOf([], { validMs: 31 * 86_400_000 })).toThrow(/valid for 2678400000 ms/)
    expect(() => receiptOf([], { validMs: Number.NaN })).toThrow(/valid for NaN ms/)
    expect(receiptOf([], { validMs: 1 }).expires_at).toBe('1970-01-01T00:00:00.001Z')
  })

  test('is the same for the same, and cannot be edited', () => {
    const receipt = receiptOf([write(1, 'close', { id: 1 })])

    expect(receiptOf([write(1, 'close', { id: 1 })])).toEqual(receipt)
    expect(readReceipt(JSON.stringify(receipt), 'r.json')).toEqual(receipt)
    const edited = JSON.stringify(receipt).replace('"id":1', '"id":2')
    expect(() => readReceipt(edited, 'r.json')).toThrow(/it was edited/)
    expect(() => readReceipt('{}', 'r.json')).toThrow(/expected an object with the format/)
  })

  test('of another build is refused: its arguments may be bound to other words', () => {
    const receipt = receiptOf([write(1, 'close', { id: 1 })])
    const earlier = { ...receipt, format: 'understudy.receipt/1' }

    expect(() => readReceipt(JSON.stringify(earlier), 'r.json')).toThrow(
      expect.objectContaining({
        code: 'RECEIPT_INVALID',
        message: expect.stringMatching(/understudy\.receipt\/2, found "understudy\.receipt\/1"$/),
      }),
    )
  })
})

describe('a bound run', () => {
  test('goes through when it is as rehearsed', () => {
    const calls = [
      read(1, 'list', ['a']),
      write(2, 'create', { at: 'a' }, { id: 'made-1' }),
      write(3, 'close', { id: 'made-1' }),
    ]

    expect(runOf(calls, calls)).toEqual(['read', 'effect', 'effect'])
  })

  test('follows what is known after a call, and nothing else', () => {
    const rehearsed = [write(1, 'create', {}, { id: 'made-1' }), write(2, 'close', { id: 'made-1' })]

    expect(
      runOf(rehearsed, [write(1, 'create', {}, { id: 'real-9' }), write(2, 'close', { id: 'real-9' })]),
    ).toEqual(['effect', 'effect'])
    expect(
      runOf(rehearsed, [write(1, 'create', {}, { id: 'real-9' }), write(2, 'close', { id: 'made-1' })]),
    ).toEqual([
      'effect',
      [
        'arguments',
        expect.stringContaining('/id is "made-1" instead of "real-9", what call 1 answers at /id'),
      ],
    ])
  })

  test('stops at another tool, place, count, argument and order', () => {
    const rehearsed = [write(1, 'create', { a: 1 }), write(2, 'close', { id: 1 })]
    const [create, close] = rehearsed as [RehearsedCall, RehearsedCall]

    expect(runOf(rehearsed, [write(1, 'wipe', {})])).toEqual([
      ['tool', 'files:wipe at 1:1 was not called in the rehearsal'],
    ])
    expect(runOf(rehearsed, [{ ...create, call: { ...create.call, site: { line: 9, column: 9 } } }])).toEqual(
      [['place', 'files:create is called at 9:9, and was rehearsed at 1:1']],
    )
    expect(runOf(rehearsed, [create, close, { ...close, call: { ...close.call, n: 3 } }])).toEqual([
      'effect',
      'effect',
      ['count', expect.stringContaining('was called once in the rehearsal, and this is one more')],
    ])
    expect(runOf(rehearsed, [write(1, 'create', { a: 2 })])).toEqual([
      ['arguments', expect.stringContaining('/a is 2 instead of 1')],
    ])
    expect(runOf(rehearsed, [write(1, 'create', { a: 1, b: 2 })])).toEqual([
      ['arguments', expect.stringContaining('/b was not there, and is 2')],
    ])
    expect(
      runOf(rehearsed, [{ ...close, call: { ...close.call, n: 1 }, before: { kind: 'all', upTo: 0 } }]),
    ).toEqual([
      ['order', expect.stringContaining('comes before files:create at 1:1, which had to be made first')],
    ])
  })

  test('stops at an effect that does not wait for the one that it waited for', () => {
    const rehearsed = [write(1, 'create', {}), write(2, 'close', {})]
    const [create, close] = rehearsed as [RehearsedCall, RehearsedCall]

    expect(runOf(rehearsed, [create, { ...close, before: { kind: 'all', upTo: 0 } }])).toEqual([
      'effect',
      ['order', expect.stringContaining('does not wait for files:create at 1:1')],
    ])
  })

  test('does not mind the order of calls that one place makes side by side', () => {
    const at = (n: number, id: number): RehearsedCall => {
      const call = write(n, 'close', { id })
      return {
        ...call,
        call: { ...call.call, site: { line: 5, column: 5 } },
        before: { kind: 'all', upTo: 0 },
      }
    }

    expect(runOf([at(1, 1), at(2, 2), at(3, 3)], [at(1, 3), at(2, 1), at(3, 2)])).toEqual([
      'effect',
      'effect',
      'effect',
    ])
    expect(runOf([at(1, 1), at(2, 2)], [at(1, 1), at(2, 1)])).toEqual([
      'effect',
      ['arguments', expect.any(String)],
    ])
  })

  test('stops before a write that may be computed from a read that answers otherwise', () => {
    const rehearsed = [read(1, 'list', ['a']), write(2, 'close', { id: 1 }), read(3, 'list', ['b'])]
    const run = (first: JsonValue, last: JsonValue) =>
      runOf(rehearsed, [read(1, 'list', first), write(2, 'close', { id: 1 }), read(3, 'list', last)])

    expect(run(['a'], ['other'])).toEqual(['read', 'effect', 'read'])
    expect(run(['moved'], ['b'])).toEqual([
      'read',
      ['read', expect.stringContaining('which answers otherwise now')],
    ])
  })

  test('leaves out of a read what differs from copy to copy', () => {
    const list = { ...read(1, 'list', { at: 'noon', files: ['a'] }), volatile: ['/at'] }

    expect(
      runOf(
        [list, write(2, 'close', { id: 1 })],
        [read(1, 'list', { at: 'dusk', files: ['a'] }), write(2, 'close', { id: 1 })],
      ),
    ).toEqual(['read', 'effect'])
    expect(
      runOf(
        [list, write(2, 'close', { id: 1 })],
        [read(1, 'list', { at: 'noon', files: ['b'] }), write(2, 'close', { id: 1 })],
      ),
    ).toEqual(['read', ['read', expect.any(String)]])
  })

  test.each([
    ['seen 3 times, by ann', { by: 'ann', times: 3 }, 'effect'],
    ['seen ann times, by ann', { by: 'ann', times: 3 }, 'effect'],
    ['seen 4 times, by ann', { by: 'ann', times: 3 }, 'arguments'],
    ['seen 3 times, by ann and all others', { by: 'ann', times: 3 }, 'arguments'],
    ['wiped 3 times, by ann', { by: 'ann', times: 3 }, 'arguments'],
  ])(
    'binds a text that is made of what was unknown by all that was known of it: %s',
    (line, answer, what) => {
      const unknown = { ...read(1, 'list', null), isUnknown: true, isInvented: true }
      const made = write(2, 'close', {
        line: 'seen ⟨unknown shop:list.times⟩ times, by ⟨unknown shop:list.by⟩',
      })

      expect(receiptOf([unknown, made]).effects[0]).toMatchObject({
        arguments: { line: null },
        unknown: { '/line': [1] },
        unknown_within: { '/line': ['seen ', ' times, by ', ''] },
      })
      const [, end] = runOf([unknown, made], [read(1, 'list', answer), write(2, 'close', { line })])
      expect(JSON.stringify(end)).toContain(what)
    },
  )

  test('takes a mark that stands in the plan for its own word', () => {
    const unknown = { ...read(1, 'list', null), isUnknown: true, isInvented: true }
    const made = write(2, 'close', { line: 'about ⟨unknown x⟩' })

    const { effects } = receiptOf([unknown, made], { source: "close({ line: 'about ' + '⟨unknown x⟩' })" })

    expect(effects[0]?.arguments).toEqual({ line: 'about ⟨unknown x⟩' })
  })

  test('takes any part of an answer for what was unknown, and nothing else', () => {
    const unknown = { ...read(1, 'list', null), isUnknown: true, isInvented: true }
    const close = write(2, 'close', { id: null })
    const rehearsed = [unknown, { ...close, call: { ...close.call, unknownAt: ['/id'] } }]

    expect(runOf(rehearsed, [read(1, 'list', [{ id: 'x' }]), write(2, 'close', { id: 'x' })])).toEqual([
      'read',
      'effect',
    ])
    expect(runOf(rehearsed, [read(1, 'list', [{ id: 'x' }]), write(2, 'close', { id: 'y' })])).toEqual([
      'read',
      ['arguments', expect.stringContaining('which no answer holds')],
    ])
  })

  test('binds tasks of a workflow by what they depend on', () => {
    const on = (call: RehearsedCall, calls: readonly number[]): RehearsedCall => ({
      ...call,
      before: { kind: 'these', calls },
    })
    const rehearsed = [
      on(write(1, 'create', {}), []),
      on(write(2, 'close', { id: 1 }), []),
      on(write(3, 'tell', {}), [1]),
    ]

    expect(
      runOf(rehearsed, [
        on(renumbered(rehearsed[1], 1), []),
        on(renumbered(rehearsed[0], 2), []),
        on(renumbered(rehearsed[2], 3), [2]),
      ]),
    ).toEqual(['effect', 'effect', 'effect'])
    expect(runOf(rehearsed, [on(renumbered(rehearsed[2], 1), [])])).toEqual([['order', expect.any(String)]])
  })

  test('believes of a tool that was not rehearsed only the user that it reads', () => {
    const binding = bindEffects(receiptOf([write(1, 'close', {})]), KEY, ({ tool }) => tool === 'peek')

    expect(binding.next(read(1, 'peek', null).call, AT_START).kind).toBe('read')
    expect(binding.next(read(2, 'look', null).call, AT_START).kind).toBe('deviation')
  })
})

describe('receiptProblems', () => {
  const receipt = receiptOf([write(1, 'close', {})])
  const use = {
    planId: receipt.plan.id,
    params: {},
    principal: 'ann',
    journal: 'j1',
    key: KEY,
    nowMs: 1_000,
    policy: undefined,
    toolNow: () => ({ contract: 'c', effect: 'write' as const }),
  }

  test.each([
    ['nothing', {}, []],
    [
      'a receipt that was edited',
      { receipt: { ...receipt, principal: 'eve' }, principal: 'eve' },
      ['It was edited: its id is of another content.'],
    ],
    [
      'a receipt that another build kept, also of a run that goes on',
      { receipt: { ...receipt, format: 'understudy.receipt/1' }, isSpent: true },
      ['Its format is understudy.receipt/1, and this build reads understudy.receipt/2.'],
    ],
    ['another journal', { journal: 'j2' }, ['It was made for the journal j1, and this one is j2.']],
    ['another key', { key: 'forged' }, ['It was not made here: its seal is another one.']],
    ['another principal', { principal: 'eve' }, ["It is ann's, and this is eve."]],
    ['time', { nowMs: 3_600_000 }, [expect.stringMatching(/^It was valid from/)]],
    ['a time before it', { nowMs: -1_000_000 }, [expect.stringMatching(/^It was valid from/)]],
    ['parameters', { params: { a: 1 } }, ['The parameters of the plan are other ones.']],
    ['a policy', { policy: { rules: [] } }, ['The policy is another one.']],
    ['a plan', { planId: 'sha256:other' }, [expect.stringMatching(/^The plan is another one/)]],
    [
      'a contract',
      { toolNow: () => ({ contract: 'd', effect: 'write' as const }) },
      ['The contract of files:close is another one.'],
    ],
    [
      'a server that is reached in another way',
      { toolNow: () => ({ contract: 'c', effect: 'write' as const, launch: 'sha256:there' }) },
      ['The server of files:close is another one: it is started or reached in another way.'],
    ],
    [
      'a run that goes on where its server stands elsewhere',
      { isSpent: true, toolNow: () => ({ contract: 'c', effect: 'write' as const, launch: 'sha256:there' }) },
      [],
    ],
    [
      'a tool that is gone',
      { toolNow: () => undefined },
      ['files:close is not listed by its server now: it was when the plan was rehearsed.'],
    ],
    [
      'a server that does not list',
      { toolNow: () => ({ contract: null, effect: 'write' as const }) },
      ['files:close is not listed by its server now: it was when the plan was rehearsed.'],
    ],
  ])('%s', (_, changed, problems) => {
    const { receipt: given = receipt, ...rest } = changed as { readonly receipt?: Receipt }
    expect(receiptProblems(given, { ...use, ...rest })).toEqual(problems)
  })
})

const AT_START: Before = { kind: 'all', upTo: 0 }

function receiptOf(
  calls: readonly RehearsedCall[],
  { validMs, ...plan }: { source?: string; params?: JsonValue; validMs?: number } = {},
): Receipt {
  const tools = Object.fromEntries(
    calls.map(({ call, effect }) => [
      `${call.server}:${call.tool}`,
      { contract: 'c', effect, launch: 'sha256:here' },
    ]),
  )
  return makeReceipt(
    {
      ...{
        planId: 'sha256:plan',
        fileName: 'plan.ts',
        source: '',
        params: {},
        verdict: 'pass',
        seed: 1,
        startMs: 0,
      },
      ...plan,
      ...{ tools, calls, policy: undefined, files: [] },
    },
    { key: KEY, redact: hideHunter, principal: 'ann', journal: 'j1', madeMs: 0, validMs },
  )
}

function hideHunter(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value).replaceAll('hunter2', 'REDACTED')) as JsonValue
}

/** What becomes of each call; it ends at the first deviation. */
function runOf(rehearsed: readonly RehearsedCall[], run: readonly RehearsedCall[]): unknown[] {
  const binding = bindEffects(receiptOf(rehearsed), KEY)
  const seen: unknown[] = []
  for (const { call, before, outcome, value } of run) {
    const bound = binding.next(call, before)
    if (bound.kind === 'deviation') return [...seen, told(bound.deviation)]
    seen.push(bound.kind)
    binding.answered(call.n, { outcome, value })
  }
  return seen
}

function told({ what, why }: Deviation): unknown {
  return [what, why]
}

function renumbered(made: RehearsedCall | undefined, n: number): RehearsedCall {
  if (made === undefined) throw new Error('there is no such call')
  return { ...made, call: { ...made.call, n } }
}

function read(n: number, tool: string, value: JsonValue): RehearsedCall {
  return { ...made(n, tool, {}, value), effect: 'read' }
}

function write(n: number, tool: string, args: JsonObject, value: JsonValue = null): RehearsedCall {
  return made(n, tool, args, value)
}

function made(n: number, tool: string, args: JsonObject, value: JsonValue): RehearsedCall {
  const call: ToolCall = { n, server: 'files', tool, arguments: args, site: { line: n, column: 1 } }
  return {
    ...{
      call,
      before: { kind: 'all', upTo: n - 1 },
      outcome: 'result',
      value,
      isUnknown: false,
      isInvented: false,
      source: 'copy',
    },
    ...{
      effect: 'write',
      reversible: 'unknown',
      footprint: { reads: [], writes: 'whole' },
      takesMs: 20,
      volatile: [],
    },
  }
}
