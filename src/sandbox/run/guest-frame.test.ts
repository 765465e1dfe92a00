import { describe, expect, it } from 'vitest'
import { parseFrame } from './guest-frame.js'

const SECRET = 'abc123'

/** A message of the guest: it knows the secret. */
const parse = (message: string, maxDepth: number) =>
  parseFrame(message.replace('{', `{"secret":"${SECRET}",`), SECRET, maxDepth)

const call = (args: string) =>
  `{"type":"rpc_call","id":1,"server":"s","tool":"t","args":${args},"unknown_at":[]}`

describe('parseFrame', () => {
  it('reads a call with its place and its unknowns', () => {
    const line =
      '{"type":"rpc_call","id":3,"server":"s","tool":"t","args":{"a":null},"unknown_at":["/a"],"at_ms":20,"line":2,"column":5}'

    expect(parse(line, 64)).toEqual({
      type: 'rpc_call',
      call: {
        id: 3,
        server: 's',
        tool: 't',
        arguments: { a: null },
        unknownAt: ['/a'],
        atMs: 20,
        site: { line: 2, column: 5 },
      },
    })
  })

  it('reads a line of the console, a result and an error', () => {
    expect(parse('{"type":"console","level":"warn","text":"x"}', 64)).toEqual({
      type: 'console',
      line: { level: 'warn', text: 'x' },
    })
    expect(parse('{"type":"execution_complete","success":true,"unknown_at":[]}', 64)).toEqual({
      type: 'returned',
      result: null,
      unknownAt: [],
      leftOpen: [],
    })
    expect(
      parse(
        '{"type":"execution_complete","success":false,"error":{"name":"E","message":"m","call_id":2}}',
        64,
      ),
    ).toEqual({ type: 'threw', error: { name: 'E', message: 'm', call: 2 } })
  })

  it('takes arguments at the limit of depth and refuses one level more as too deep', () => {
    expect(parse(call('{"a":{"b":[]}}'), 3)).toMatchObject({ type: 'rpc_call' })
    expect(parse(call('{"a":{"b":[[]]}}'), 3)).toMatchObject({ type: 'bad', problem: 'depth' })
  })

  it('leaves out a place that is none, and members nobody knows', () => {
    expect(parse(call('{}').replace('}', '},"line":0,"column":2,"x":1'), 64)).toEqual({
      type: 'rpc_call',
      call: { id: 1, server: 's', tool: 't', arguments: {}, unknownAt: [] },
    })
  })

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['a number that is not finite', call('{"a":[1e999]}')],
    ['half a character', call('{"a":"\\ud83d"}')],
    ['arguments that are no object', call('[]')],
    ['a type of the host', '{"type":"execute"}'],
    ['a call at a time that is none', call('{}').replace(/}$/, ',"at_ms":-1}')],
  ])('calls %s bad', (_, line) => {
    expect(parse(line, 64)).toMatchObject({ type: 'bad', problem: 'form' })
  })

  it('takes a whole character written as two escapes', () => {
    expect(parse(call('{"a":"\\ud83d\\ude00"}'), 64)).toMatchObject({ call: { arguments: { a: '😀' } } })
  })
})
