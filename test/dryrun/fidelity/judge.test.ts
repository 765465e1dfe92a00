/** The bench of fidelity counts what it should: each of its numbers changes when the verdict, the call or the label behind it does. */
import { describe, expect, it } from 'vitest'
import type { FidelityCase } from '../../../bench/fidelity/fidelity-case.js'
import {
  isProved,
  judgeFaulty,
  judgeSound,
  type RealRun,
  type Rehearsed,
} from '../../../bench/fidelity/judge.js'
import type { CaseResult } from '../../../bench/fidelity/run-case.js'
import { figuresOf, tally, uncertainReasons } from '../../../bench/fidelity/tally.js'
import { meetsTarget } from '../../../bench/figure.js'

const WRITES = new Set(['s:write'])
const NONE = new Set<string>()

type RealCall = RealRun['calls'][number]
type Call = Rehearsed['calls'][number]

function realCall(n: number, tool: RealCall['tool'], more: Partial<RealCall> = {}): RealCall {
  return {
    n,
    tool,
    arguments: { n },
    outcome: 'result',
    value: { id: `x${n}` },
    line: n,
    duration_ms: 1,
    ...more,
  }
}

function call(n: number, tool: Call['tool'], more: Partial<Call> = {}): Call {
  const usual: Call = {
    ...{ n, tool, arguments: { n }, unknown_at: [], outcome: 'result', value: null, line: n },
    ...{ source: 'recording', stale: false, invented: false, depends_on_invented: [] },
  }
  return { ...usual, ...more }
}

const completed: RealRun = {
  ended: 'completed',
  because: '',
  result: 1,
  calls: [realCall(1, 's:read'), realCall(2, 's:write')],
  world: { a: 'one' },
}
const failed: RealRun = {
  ...completed,
  ended: 'threw',
  because: 'no',
  calls: [realCall(1, 's:read'), realCall(2, 's:write', { outcome: 'tool-error' })],
}

function rehearsed(verdict: Rehearsed['verdict'], more: Partial<Rehearsed> = {}): Rehearsed {
  return {
    verdict,
    calls: [call(1, 's:read'), call(2, 's:write')],
    unreached_calls: [],
    validation: { findings: [], type_errors: [], missing_tools: [] },
    ...more,
  }
}

const assuming = (...lines: readonly number[]): Pick<Rehearsed, 'assumptions'> => ({
  assumptions: lines.map((line) => ({ call: line, tool: 's:write', line, text: 's:write succeeds' })),
})

function finding(code: string): Pick<Rehearsed, 'validation'> {
  const findings = [{ code, severity: 'warning', certain: false, message: 'x' } as const]
  return { validation: { findings, type_errors: [], missing_tools: [] } }
}

describe('a sound program', () => {
  it.each([
    ['pass', {}, 'pass'],
    ['pass', assuming(2), 'assumed'],
    ['uncertain', {}, 'uncertain'],
    ['fail', {}, 'wrong fail'],
  ] as const)('with the verdict %s %o counts as %s %s', (verdict, more, as) => {
    expect(judgeSound(rehearsed(verdict, more), completed, WRITES).as).toBe(as)
  })

  it('says why it is uncertain', () => {
    const reasonsOf = (more: Partial<Rehearsed>) =>
      judgeSound(rehearsed('uncertain', more), completed, WRITES).reasons
    const open = { variants: 1, settled: false, open_conditions: [{ line: 1, text: 'a < b' }] }
    const decides = { calls: [call(1, 's:read', { influence: 'decides' })], ...finding('PROGRAM_THREW') }

    expect(reasonsOf(finding('CAPABILITY_DENIED'))).toEqual(['CAPABILITY_DENIED'])
    expect(reasonsOf(finding('PROGRAM_THREW'))).toEqual(['PROGRAM_THREW'])
    expect(reasonsOf(decides)).toEqual(['decides s:read'])
    expect(reasonsOf({ calls: [call(1, 's:read', { doubt: 'old' })] })).toEqual(['doubt s:read'])
    expect(reasonsOf({ exploration: open })).toEqual(['open condition a < b'])
    expect(reasonsOf({})).toEqual(['no reason is told'])
  })
})

describe('a faulty program', () => {
  it.each([
    ['fail', {}, 'caught'],
    ['pass', {}, 'wrong pass'],
    ['uncertain', {}, 'uncertain'],
    ['pass', assuming(2), 'named'],
    ['uncertain', assuming(2), 'named'],
    ['pass', assuming(1, 2, 3, 4), 'named among many'],
    // Another call of that tool is no help.
    ['pass', assuming(1), 'wrong pass'],
    ['uncertain', finding('CALL_NOT_AWAITED'), 'caught'],
    // That it threw proves nothing: it may have been told what is not so.
    ['uncertain', finding('PROGRAM_THREW'), 'uncertain'],
  ] as const)('that fails for real, with the verdict %s %o counts as %s %s', (verdict, more, as) => {
    expect(judgeFaulty(rehearsed(verdict, more), failed, rehearsed('pass'), NONE).as).toBe(as)
  })

  it('that fails where a stub says otherwise is no mistake of the rehearsal', () => {
    expect(judgeFaulty(rehearsed('pass'), failed, rehearsed('pass'), WRITES).as).toBe('trusted')
  })

  it('that fails by what a stub said as a result is none either, and is where its word was true', () => {
    const threw: RealRun = { ...failed, calls: completed.calls }
    const told = (value: Call['value']) =>
      rehearsed('pass', { calls: [call(1, 's:read'), call(2, 's:write', { source: 'stub', value })] })

    expect(judgeFaulty(told({ ok: true }), threw, rehearsed('pass'), WRITES).as).toBe('trusted')
    expect(judgeFaulty(told({ id: 'x2' }), threw, rehearsed('pass'), WRITES).as).toBe('wrong pass')
  })

  it.each([
    ['pass', {}, 'wrong pass'],
    ['pass', finding('CALL_NOT_AWAITED'), 'wrong pass'],
    ['uncertain', {}, 'uncertain'],
    ['uncertain', finding('GUESS_DECIDES'), 'uncertain'],
    ['uncertain', finding('CALL_NOT_AWAITED'), 'caught'],
  ] as const)('that runs to its end, with the verdict %s %o counts as %s', (verdict, more, as) => {
    expect(judgeFaulty(rehearsed(verdict, more), completed, rehearsed('pass'), NONE).as).toBe(as)
  })

  it('that runs to its end is not caught by what its sound twin is told too', () => {
    const told = rehearsed('uncertain', finding('CALL_NOT_AWAITED'))

    expect(judgeFaulty(told, completed, told, NONE).as).toBe('uncertain')
  })
})

describe('a label', () => {
  it('is proved by how the real run ends, and by what it does', () => {
    expect(isProved('sound', completed, completed)).toBe(true)
    expect(isProved('sound', failed, completed)).toBe(false)
    expect(isProved('faulty', failed, completed)).toBe(true)
    expect(isProved('faulty', { ...completed }, completed)).toBe(false)
    expect(isProved('faulty', { ...completed, world: { a: 'undefined' } }, completed)).toBe(true)
    expect(isProved('faulty', { ...completed, result: 2 }, completed)).toBe(true)
  })
})

describe('calls and written arguments', () => {
  const agreement = (calls: readonly Call[]) =>
    judgeSound(rehearsed('pass', { calls }), completed, WRITES).agreement

  it('are as real in their order', () => {
    expect(agreement([call(1, 's:read'), call(2, 's:write')])).toEqual({
      ...{ callsAsReal: 2, calls: 2, argumentsAsReal: 1, writes: 1 },
    })
    expect(agreement([call(1, 's:write'), call(2, 's:read')])).toMatchObject({ callsAsReal: 1, calls: 2 })
    expect(agreement([call(1, 's:read')])).toMatchObject({ callsAsReal: 1, calls: 2, argumentsAsReal: 0 })
    expect(agreement([call(1, 's:read'), call(2, 's:write'), call(3, 's:write')])).toMatchObject({
      ...{ callsAsReal: 2, calls: 3, writes: 1 },
    })
  })

  it('are not as real where a part is unknown or another one, and are where the report says from which answer', () => {
    const wrote = (more: Partial<Call>) => agreement([call(1, 's:read'), call(2, 's:write', more)])
    const from = { '/n': { call: 1, pointer: '/id' } }
    const really = {
      ...completed,
      calls: [realCall(1, 's:read'), realCall(2, 's:write', { arguments: { n: 'x1' } })],
    }
    const guessed = [
      call(1, 's:read'),
      call(2, 's:write', { arguments: { n: 'guess' }, arguments_from: from }),
    ]

    expect(wrote({ arguments: { n: 3 } }).argumentsAsReal).toBe(0)
    expect(wrote({ unknown_at: ['/n'] }).argumentsAsReal).toBe(0)
    expect(judgeSound(rehearsed('pass', { calls: guessed }), really, WRITES).agreement.argumentsAsReal).toBe(
      1,
    )
    expect(
      judgeSound(rehearsed('pass', { calls: guessed }), completed, WRITES).agreement.argumentsAsReal,
    ).toBe(0)
  })
})

describe('the figures', () => {
  const good = () => [
    { way: 'copies', sound: rehearsed('pass'), faulty: rehearsed('fail') } as const,
    { way: 'recorded', sound: rehearsed('pass', assuming(2)), faulty: rehearsed('fail') } as const,
    { way: 'stubbed', sound: rehearsed('pass'), faulty: rehearsed('fail') } as const,
  ]
  const missed = (planted: { way: string; sound?: Rehearsed; faulty?: Rehearsed }): readonly string[] => {
    const ways = good().map((each) => ({ ...each, ...(each.way === planted.way ? planted : {}) }))
    const results = [resultOf(ways as ReturnType<typeof good>)]
    return figuresOf((['copies', 'recorded', 'stubbed'] as const).map((way) => tally(way, results)))
      .filter((figure) => !meetsTarget(figure))
      .map(({ name }) => name)
  }

  it('meet all goals where every verdict is right', () => {
    expect(missed({ way: 'none' })).toEqual([])
  })

  it.each(['copies', 'recorded', 'stubbed'])('tell a wrong pass and a wrong fail of the way %s', (way) => {
    expect(missed({ way, faulty: rehearsed('pass') }).join()).toContain('wrong pass')
    expect(missed({ way, sound: rehearsed('fail') }).join()).toContain('wrong fail')
  })

  it('tell what is uncertain, not caught, and not as real', () => {
    const other = { calls: [call(1, 's:read'), call(2, 's:write', { arguments: {} })] }
    const { calls: _, ...rest } = rehearsed('pass')

    expect(missed({ way: 'copies', sound: rehearsed('uncertain') })).toEqual([
      'with copies: uncertain among sound',
    ])
    expect(missed({ way: 'copies', faulty: rehearsed('uncertain') })).toEqual(['with copies: caught'])
    expect(missed({ way: 'copies', sound: { ...rest, calls: [call(1, 's:read')] } })).toEqual([
      'with copies: calls as real',
    ])
    expect(missed({ way: 'recorded', sound: rehearsed('uncertain') })).toEqual([
      'without copies: sound that pass or are assumed',
    ])
    expect(missed({ way: 'recorded', sound: { ...rest, ...other } })).toEqual([
      'without copies: written arguments as real',
    ])
    expect(missed({ way: 'recorded', faulty: rehearsed('uncertain') })).toEqual([
      'without copies: caught',
      'without copies: caught or named',
    ])
    expect(missed({ way: 'recorded', faulty: rehearsed('pass', assuming(2)) })).toEqual([
      'without copies: caught',
    ])
  })

  it('count reasons by class, of sound programs without copies alone', () => {
    const shy = { way: 'recorded', sound: rehearsed('uncertain', finding('CAPABILITY_DENIED')) } as const
    const ways = good().map((each) => (each.way === 'recorded' ? { ...each, ...shy } : each))

    expect(uncertainReasons('recorded', [resultOf(ways as ReturnType<typeof good>)])).toEqual([
      { class: 'c', reason: 'CAPABILITY_DENIED', programs: 1 },
    ])
    expect(uncertainReasons('copies', [resultOf(ways as ReturnType<typeof good>)])).toEqual([])
  })

  function resultOf(
    ways: readonly { readonly way: 'copies' | 'recorded' | 'stubbed'; sound: Rehearsed; faulty: Rehearsed }[],
  ): CaseResult {
    return {
      case: CASE,
      unproved: [],
      real: { sound: completed, faulty: failed },
      judged: ways.flatMap(({ way, sound, faulty }) => [
        { way, judged: judgeSound(sound, completed, WRITES), report: sound },
        { way, judged: judgeFaulty(faulty, failed, sound, NONE), report: faulty },
      ]),
    }
  }
})

const CASE: FidelityCase = {
  ...{ id: 'c/one', class: 'c', kind: 'program', servers: ['s'], files: {}, sound: '1', faulty: '2' },
  ...{ isRule: false, isShort: false },
}
