import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Outcome } from '../call/index.js'
import { type CompiledSchema, createSchemaCompiler } from '../schema/index.js'
import { declaredMembers } from './declared-members.js'
import { judgeCall, type ProbedTool } from './judge-call.js'
import type { CallEvent } from './probe-caller.js'
import { type InputKind, readInput } from './probe-input.js'

const INPUT = {
  type: 'object',
  properties: { path: { type: 'string' }, mail: { type: 'string', format: 'email' } },
  required: ['path'],
  additionalProperties: false,
}
const OUTPUT = {
  type: 'object',
  properties: { at: { type: 'string', format: 'date-time' }, n: { type: 'integer' } },
  required: ['at'],
}
const VALID = { path: 'a' }
const GOOD = { kind: 'result', content: [], structured: { at: '2024-03-01T09:30:00Z' } } as const

describe('judgeCall takes as passed', () => {
  it.each<[string, InputKind, JsonObject, Outcome]>([
    ['a result of valid arguments', 'valid', VALID, GOOD],
    ['a tool error of broken ones', 'wrong-type', { path: 1 }, said('tool-error', 'no')],
    ['a JSON-RPC error of broken ones', 'missing-member', {}, { kind: 'rpc-error', code: -1, message: '' }],
  ])('%s', (_, kind, args, outcome) => {
    expect(judge(kind, args, outcome)).toEqual({ verdict: 'passed', defects: [], notes: [] })
  })
})

describe('judgeCall cannot tell', () => {
  it.each<[string, InputKind, JsonObject, Outcome]>([
    ['of a refusal in words of the domain', 'valid', VALID, said('tool-error', 'file not found: a')],
    ['of a refusal about a format', 'valid', VALID, said('tool-error', 'mail must match format "email"')],
    ['of a failure without isError', 'wrong-type', { path: 1 }, said('result', 'Error: path is no string')],
    ['of a failure in the data', 'wrong-type', { path: 1 }, structured({ at: '', success: false })],
    [
      'of an answer of others that breaks a schema of the tool',
      ...(['valid', VALID, said('tool-error', "data/forecast must have required property 'temp'")] as const),
    ],
    [
      'of issues of zod with data of its own',
      ...(['valid', VALID, said('tool-error', '[{"code":"invalid_type","path":["data","items"]}]')] as const),
    ],
  ])('%s', (_, kind, args, outcome) => {
    expect(judge(kind, args, outcome, { output: undefined })).toMatchObject({
      verdict: 'could-not-tell',
      defects: [],
    })
  })

  it('of members that a server may strip, and notes it', () => {
    expect(judge('extra-member', { path: 'a', more: 1 }, GOOD)).toEqual({
      verdict: 'could-not-tell',
      defects: [],
      notes: ['takes members that its input schema forbids below "/more"; servers may strip them'],
    })
  })

  it('of a required member that has a default, and notes it', () => {
    const members = { ...tool().members, withDefault: new Set(['path']) }

    expect(judge('missing-member', {}, GOOD, { members })).toEqual({
      verdict: 'could-not-tell',
      defects: [],
      notes: ['does without "/path", which its input schema requires and gives a default'],
    })
  })

  it.each<CallEvent>([
    { kind: 'silent', limitMs: 5, isAlive: true },
    { kind: 'unusable', text: 'it asks for input' },
  ])('of a call that ended $kind', (event) => {
    const input = readInput('valid', VALID, compiled(INPUT))
    if (input === undefined) throw new Error('It is valid')

    expect(judgeCall(tool(), input, { event, violations: [] })).toMatchObject({
      verdict: 'could-not-tell',
      defects: [],
    })
  })

  it('whether a date is one: formats are annotations', () => {
    expect(judge('valid', VALID, structured({ at: 'yesterday' })).defects).toEqual([])
  })
})

describe('judgeCall proves', () => {
  it.each<[string, InputKind, JsonObject, Outcome, string, string]>([
    ['a rejection', 'valid', VALID, said('tool-error', 'path must be number'), 'valid-rejected', ''],
    ['an acceptance', 'wrong-type', { path: [] }, GOOD, 'invalid-accepted', '/path'],
    ['a wrong output', 'valid', VALID, structured({ at: '', n: 'x' }), 'output-invalid', '/n'],
    ['a missing output', 'valid', VALID, said('result', 'done'), 'output-invalid', ''],
    ['a long answer', 'valid', VALID, said('tool-error', 'x'.repeat(401)), 'over-budget', ''],
  ])('%s', (_, kind, args, outcome, finding, pointer) => {
    expect(judge(kind, args, outcome)).toMatchObject({
      verdict: 'failed',
      defects: [{ kind: finding, pointer }],
    })
  })

  it('two defects where a validator names two members', () => {
    const keys = ['data/path must be number', 'data/mail must be number'].flatMap((text) =>
      judge('valid', VALID, said('tool-error', text)).defects.map(({ key }) => key),
    )

    expect(keys).toEqual(['valid-rejected path', 'valid-rejected mail'])
  })

  it('one defect of members that the schema has no name for, whatever they are called', () => {
    const input = compiled({ type: 'object', additionalProperties: { type: 'string' } })
    const [a, b] = [{ ember: [] }, { delta: {} }].map((args) => {
      const read = readInput('wrong-type', args, input)
      if (read === undefined) throw new Error('It is wrong')
      return judgeCall(tool(), read, { event: { kind: 'answered', outcome: GOOD }, violations: [] })
    })

    expect(a?.defects[0]?.key).toBe('invalid-accepted type /*')
    expect(b?.defects[0]?.key).toBe('invalid-accepted type /*')
  })

  it.each<[string, JsonObject, string]>([
    ['integer', { at: true }, 'note'],
    ['integer', { at: '5' }, 'note'],
    ['integer', { at: null }, 'invalid-accepted'],
    ['integer', { at: 'text' }, 'invalid-accepted'],
    ['integer', { at: 1.5 }, 'invalid-accepted'],
    ['integer', { at: [] }, 'invalid-accepted'],
    ['boolean', { at: 'yes' }, 'note'],
    ['boolean', { at: {} }, 'invalid-accepted'],
    ['string', { at: 5 }, 'note'],
    ['object', { at: 'text' }, 'invalid-accepted'],
  ])('no more than coercion explains: %s, %j, %s', (type, args, told) => {
    const input = compiled({ type: 'object', properties: { at: { type } } })
    const read = readInput('wrong-type', args, input)
    if (read === undefined) throw new Error('It is wrong')
    const { defects, notes } = judgeCall(tool(), read, {
      event: { kind: 'answered', outcome: GOOD },
      violations: [],
    })

    expect([...defects.map(({ kind }) => kind), ...notes.map(() => 'note')]).toEqual([told])
  })

  it('nothing about output of a tool that declares none', () => {
    expect(judge('valid', VALID, said('result', 'done'), { output: undefined }).verdict).toBe('passed')
  })
})

function judge(kind: InputKind, args: JsonObject, outcome: Outcome, change: Partial<ProbedTool> = {}) {
  const input = readInput(kind, args, compiled(INPUT))
  if (input === undefined) throw new Error(`These arguments are not ${kind}`)
  return judgeCall({ ...tool(), ...change }, input, { event: { kind: 'answered', outcome }, violations: [] })
}

function tool(): ProbedTool {
  return {
    ...{ name: 't', input: compiled(INPUT), output: compiled(OUTPUT), hasFormats: true, maxTokens: 100 },
    members: declaredMembers(INPUT),
  }
}

function compiled(schema: JsonValue): CompiledSchema {
  const compilation = createSchemaCompiler().compile(schema)
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  return compilation.schema
}

function said(kind: 'result' | 'tool-error', text: string): Outcome {
  return { kind, content: [{ type: 'text', text }] }
}

function structured(value: JsonObject): Outcome {
  return { kind: 'result', content: [], structured: value }
}
