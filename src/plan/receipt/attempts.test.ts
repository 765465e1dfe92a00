/** Calls that fail and are made again: what succeeds leaves once, and what may have succeeded leaves no more. */
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/index.js'
import { bindEffects } from './bind-effects.js'
import { leavesOpen } from './leaves-open.js'
import { makeReceipt, type RehearsedCall } from './make-receipt.js'
import type { Receipt } from './receipt.js'

const KEY = 'a key'
const BUSY = error('429 Too Many Requests: try again in 1 s')
const LOST = error('504 Gateway Timeout')

describe('a call of a bound run that failed', () => {
  test('may be made again, as often as it fails', () => {
    const mail = effect('1:1', { to: 'ann' })

    expect(run([mail], [failing(mail, BUSY), failing(mail, error('no')), mail])).toEqual(['1', '1', '1'])
  })

  test('is over once it succeeded', () => {
    const mail = effect('1:1', { to: 'ann' })

    expect(run([mail], [failing(mail, BUSY), mail, mail])).toEqual([
      ...['1', '1'],
      'count: desk:send at 1:1 was called once in the rehearsal, and this is one more: the same call succeeded before (call 2)',
    ])
  })

  test('is not made again while it has no answer, which a lost connection never brings', () => {
    const mail = effect('1:1', { to: 'ann' })

    expect(run([mail], [{ ...mail, answer: undefined }, mail])).toEqual([
      '1',
      'count: desk:send at 1:1 was called once in the rehearsal, and this is one more',
    ])
  })

  test('is not made again by a plan that did not wait for its answer', () => {
    const mail = { ...effect('1:1', { to: 'ann' }), upTo: 0 }

    expect(run([mail], [failing(mail, BUSY), mail]).at(-1)).toMatch(/^count/)
  })

  test('is not made again when what it was told leaves open whether it took effect', () => {
    const mail = effect('1:1', { to: 'ann' })

    expect(run([mail], [failing(mail, LOST), mail])).toEqual([
      '1',
      'count: desk:send at 1:1 was called once in the rehearsal, and this is one more: the same call failed before (call 1), and what it was told leaves open whether it took effect: "504 Gateway Timeout"',
    ])
  })

  test('is not made again with other arguments, nor at another place', () => {
    const mail = effect('1:1', { to: 'ann' })

    expect(run([mail], [failing(mail, BUSY), effect('1:1', { to: 'eve' })]).at(-1)).toMatch(/^count/)
    expect(run([mail], [failing(mail, BUSY), effect('2:2', { to: 'ann' })]).at(-1)).toMatch(/^place/)
  })

  test('answers by its last attempt what later calls are made of', () => {
    const open = { ...effect('1:1', {}), answer: result({ id: 'ticket-stub' }) }
    const close = (id: string): Call => effect('2:2', { id })
    const real = { ...open, answer: result({ id: 'ticket-9' }) }

    expect(
      run([open, close('ticket-stub')], [failing(open, BUSY), real, close('ticket-9'), close('ticket-9')]),
    ).toEqual(['1', '1', '2', expect.stringMatching(/^count.* succeeded before \(call 3\)/)])
  })
})

describe('in a loop', () => {
  const to = (name: string): Call => effect('1:1', { to: name })
  const last = effect('9:9', {})

  test('each call may fail, and what comes after waits for all', () => {
    const names = ['ann', 'bob', 'cid'].map(to)
    const patient = names.flatMap((mail) => [failing(mail, BUSY), mail])

    expect(run([...names, last], [...patient, last])).toEqual(['1', '1', '2', '2', '3', '3', '4'])
    expect(run([...names, last], [...patient.slice(0, 5), last])).toEqual(['1', '1', '2', '2', '3', '4'])
    expect(run([...names, last], [...patient.slice(0, 4), last]).at(-1)).toMatch(/^order/)
    expect(run([...names, last], [...patient.slice(0, 2), to('ann')]).at(-1)).toBe(
      'count: desk:send at 1:1 is called once more: the same call succeeded before (call 2)',
    )
  })

  test('as many calls succeed that are alike as in the rehearsal, and no more', () => {
    const beat = to('all')

    expect(run([beat, beat], [failing(beat, BUSY), beat, failing(beat, BUSY), beat])).toEqual([
      ...['1', '1', '2', '2'],
    ])
    expect(run([beat, beat], [failing(beat, BUSY), beat, beat, beat]).at(-1)).toMatch(/^count/)
  })

  test('a plan that goes on after a failure without trying again has made its call', () => {
    const beat = to('all')
    const rehearsed = [beat, beat, beat, last]

    expect(run(rehearsed, [failing(beat, BUSY), beat, beat, last])).toEqual(['1', '1', '2', '4'])
    expect(run(rehearsed, [failing(beat, BUSY), beat, last]).at(-1)).toMatch(/^order/)
  })

  test('pairs of calls that are alike stay pairs', () => {
    const made = (id: string): Call => ({ ...effect('1:1', {}), answer: result({ id }) })
    const close = (id: string): Call => effect('2:2', { id })
    const pairs = (one: string, two: string) => [made(one), close(one), made(two), close(two)]

    expect(
      run(pairs('stub-one', 'stub-two'), [
        failing(made(''), BUSY),
        ...pairs('real-one', 'real-two').toSpliced(2, 0, failing(made(''), BUSY)),
      ]),
    ).toEqual(['1', '1', '2', '3', '3', '4'])
  })

  test('calls side by side fail and are made again, each by itself', () => {
    const beside = (call: Call): Call => ({ ...call, upTo: 0 })
    const [ann, bob] = [to('ann'), to('bob')]

    expect(
      run([beside(ann), beside(bob)], [failing(beside(ann), BUSY), failing(beside(bob), BUSY), bob, ann]),
    ).toEqual(['1', '2', '2', '1'])
  })
})

describe('a read that failed and was asked again', () => {
  const page = (n: number): Call => ({ ...read('1:1', { page: n }), answer: result({ page: n }) })
  const mail = effect('2:2', { to: 'ann' })

  test('is one read, in the run', () => {
    expect(
      run([page(1), page(2), mail], [failing(page(1), BUSY), page(1), failing(page(2), LOST), page(2), mail]),
    ).toEqual(['1', '1', '2', '2', '3'])
  })

  test('is one read, in the rehearsal', () => {
    const rehearsed = [page(1), failing(page(2), BUSY), page(2), mail]

    expect(run(rehearsed, [page(1), page(2), mail])).toEqual(['1', '3', '4'])
    expect(run(rehearsed, [failing(page(1), BUSY), page(1), failing(page(2), BUSY), page(2), mail])).toEqual([
      ...['1', '1', '3', '3', '4'],
    ])
    expect(receiptOf(rehearsed).reads.map(({ call, nth }) => [call, nth])).toEqual([
      [1, 0],
      [3, 1],
    ])
  })

  test('still binds what hangs on its answer', () => {
    expect(
      run([page(1), mail], [failing(page(1), BUSY), { ...page(1), answer: result('moved') }, mail]).at(-1),
    ).toMatch(/^read/)
  })

  test('binds by its error, too, where an effect knew of that', () => {
    const look = read('1:1', {})
    const missing = failing(look, error('404 Not Found'))
    const rehearsed = [missing, effect('2:2', { name: 'a' }), look, effect('3:3', {})]

    expect(run(rehearsed, rehearsed)).toEqual(['1', '2', '3', '4'])
    expect(run(rehearsed, [look, effect('2:2', { name: 'a' })]).at(-1)).toMatch(/^read/)
  })
})

test('an effect that failed in the rehearsal and was made again there may leave once', () => {
  const mail = effect('1:1', { to: 'ann' })
  const rehearsed = [failing(mail, BUSY), mail, effect('2:2', {})]

  expect(run(rehearsed, [mail, effect('2:2', {})])).toEqual(['2', '3'])
  expect(run(rehearsed, [mail, mail]).at(-1)).toMatch(/^count/)
})

test.each([
  '504 Gateway Timeout',
  'HTTP 500',
  'Request failed with status code 502',
  'upstream request timed out',
  'Timeout of 30000 ms exceeded',
  'read ECONNRESET',
  'socket hang up',
  'Connection was closed before an answer',
  'Internal error',
  'context deadline exceeded',
  'The mail may have been sent',
  'It is not known whether the payment went through',
  'Only partially applied',
  'Partially sent, then 429 Too Many Requests',
  'status 503: the order may have been placed',
])('an error leaves open whether its call took effect that says %s', (value) => {
  expect(leavesOpen({ outcome: 'tool-error', value })).toBe(true)
  expect(leavesOpen({ outcome: 'rpc-error', value })).toBe(true)
})

test.each([
  '429 Too Many Requests: try again in 1 s',
  '429 Too Many Requests (timeout 30 s)',
  '503 Service Unavailable',
  'status code 409: there is one already',
  'ENOENT: no such file or directory',
  'Invalid arguments for tool send',
  'The issue 504 is closed',
  '',
])('an error says that its call failed by %s', (value) => {
  expect(leavesOpen({ outcome: 'tool-error', value })).toBe(false)
})

test('a result leaves nothing open', () => {
  expect(leavesOpen({ outcome: 'result', value: 'timed out' })).toBe(false)
})

interface Answered {
  readonly outcome: 'result' | 'tool-error' | 'rpc-error'
  readonly value: JsonValue
}

interface Call {
  readonly place: string
  readonly args: JsonObject
  readonly isRead: boolean
  /** Of which call the plan has the answers; default: of all before. */
  readonly upTo?: number
  /** Undefined: none comes. */
  readonly answer: Answered | undefined
}

function effect(place: string, args: JsonObject): Call {
  return { place, args, isRead: false, answer: result('done') }
}

function read(place: string, args: JsonObject): Call {
  return { ...effect(place, args), isRead: true }
}

function failing(call: Call, answer: Answered): Call {
  return { ...call, answer }
}

function result(value: JsonValue): Answered {
  return { outcome: 'result', value }
}

function error(value: string): Answered {
  return { outcome: 'tool-error', value }
}

function callAt({ place, args, isRead, upTo, answer = result(null) }: Call, i: number): RehearsedCall {
  const [line = 1, column = 1] = place.split(':').map(Number)
  const tool = isRead ? 'list' : 'send'
  return {
    call: { n: i + 1, server: 'desk', tool, arguments: args, site: { line, column } },
    before: { kind: 'all', upTo: upTo ?? i },
    ...answer,
    ...{ isUnknown: false, isInvented: false, source: 'live', effect: isRead ? 'read' : 'write' },
    ...{ reversible: 'unknown', footprint: { reads: [], writes: 'whole' }, takesMs: 20, volatile: [] },
  }
}

function receiptOf(calls: readonly Call[]): Receipt {
  const tools = {
    'desk:list': { contract: 'c', effect: 'read' },
    'desk:send': { contract: 'c', effect: 'write' },
  } as const
  return makeReceipt(
    {
      ...{ planId: 'sha256:plan', fileName: 'plan.ts', source: '', params: {}, verdict: 'pass' },
      ...{ seed: 1, startMs: 0, tools, calls: calls.map(callAt), policy: undefined, files: [] },
    },
    { key: KEY, redact: (value) => value, principal: 'ann', journal: 'j1', madeMs: 0 },
  )
}

/** Which call of the rehearsal each call of the run is; at the end why it deviates, if it does. */
function run(rehearsed: readonly Call[], made: readonly Call[]): readonly string[] {
  const binding = bindEffects(receiptOf(rehearsed), KEY)
  const seen: string[] = []
  for (const [i, each] of made.entries()) {
    const { call, before } = callAt(each, i)
    const bound = binding.next(call, before)
    if (bound.kind === 'deviation') return [...seen, `${bound.deviation.what}: ${bound.deviation.why}`]
    seen.push(String(bound.kind === 'read' ? bound.read?.call : bound.effect.call))
    if (each.answer !== undefined) binding.answered(call.n, each.answer)
  }
  return seen
}
