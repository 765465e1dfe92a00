/** Arguments that a schema does not list, and those that it does in its own way. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/base/index.js'
import type { CopySource, Report } from '../../../src/dryrun/index.js'
import { verifies } from '../../verifies.js'
import { findingsOf, rehearseDesk } from './desk.js'

verifies('rehearsal:mistakes-that-end')

describe('an argument that the schema does not list is told, and nothing passes', () => {
  test.each<[string, string, JsonObject, string]>([
    [
      'nearly the name',
      'find',
      { path: 'a', excludePattern: ['x'] },
      'desk:find (call 1) is given /excludePattern, which its schema does not list and the server may ignore: beside what is given it lists "excludePatterns"; did you mean "excludePatterns"?',
    ],
    ['another case', 'find', { Path: 'a' }, 'did you mean "path"?'],
    ['like no other', 'close', { id: 1, because: 'x' }, 'beside what is given it lists "reason"'],
    [
      'where all are given',
      'read',
      { path: 'a', encoding: 'utf8' },
      'beside what is given it lists nothing else',
    ],
    ['where others are invited', 'open', { label: 'x' }, 'did you mean "labels"?'],
    ['in a list of objects', 'many', { items: [{ name: 'a' }, { nam: 'b' }] }, 'is given /items/1/nam'],
    ['one branch of two', 'either', { byId: 1, byNam: 'x' }, 'is given /byNam'],
  ])('%s', async (_, tool, args, message) => {
    const report = await rehearseCall(tool, args)

    expect(report.verdict).toBe('uncertain')
    expect(findingsOf(report)).toEqual([
      expect.objectContaining({
        code: 'ARGUMENT_UNDECLARED',
        severity: 'error',
        certain: false,
        line: 1,
        message: expect.stringContaining(message),
      }),
    ])
  })

  test('at its own place in a program, once for a loop', async () => {
    const report = await rehearseDesk(
      "for (const path of ['a', 'b'])\n  await mcp.desk.find({\n    path,\n    excludePattern: ['x'],\n  })\nreturn 1",
    )

    expect(findingsOf(report)).toEqual([
      expect.objectContaining({ code: 'ARGUMENT_UNDECLARED', line: 4, column: 21 }),
    ])
  })
})

describe('nothing is told of', () => {
  test.each<[string, string, JsonObject]>([
    ['listed ones', 'find', { path: 'a', excludePatterns: [] }],
    ['a tool that lists nothing', 'free', { anything: { at: 'all' } }],
    ['a tool with an empty list', 'list', { verbose: true }],
    ['any value', 'put', { key: 'a', value: { any: { thing: 1 } } }],
    ['a map', 'map', { env: { PATH: '/bin', anything: 'x' } }],
    ['a pattern', 'map', { 'x-trace': '1' }],
    ['what is invited', 'open', { labels: ['x'], colour: 'red' }],
    ['both spellings', 'open', { labels: ['x'], label: 'y' }],
    ['both branches', 'either', { byId: 1 }],
    ['the other branch', 'either', { byName: 'x' }],
    ['of a reference', 'node', { name: 'a', next: { name: 'b', next: { name: 'c' } } }],
    ['of all parts', 'parts', { a: 'x', b: 'y' }],
    ['a name that is a number', 'map', { env: { 7: 'x' } }],
    ['a dependent one', 'depends', { a: 'x', b: 'y' }],
    ['items of several kinds', 'many', { items: [{ name: 'a' }, 'text', 7] }],
  ])('%s', async (_, tool, args) => {
    const report = await rehearseCall(tool, args)

    expect([report.verdict, findingsOf(report)]).toEqual(['pass', []])
  })
})

let count = 0

describe('in a copy', () => {
  test('it is proved where the nearest name alone changes what is answered', async () => {
    const report = await rehearseCall(
      'find',
      { path: 'a', excludePattern: ['x'] },
      filesOf((args) => args.excludePatterns),
    )

    expect(report.verdict).toBe('fail')
    expect(findingsOf(report)).toContainEqual(
      expect.objectContaining({
        code: 'ARGUMENT_UNDECLARED',
        certain: true,
        message: expect.stringContaining('otherwise with the nearest name'),
      }),
    )
  })

  test.each([
    ['the nearest name changes nothing', () => 1],
    ['answers change by themselves', () => (count += 1)],
  ])('it is not where %s', async (_, answer) => {
    const report = await rehearseCall('find', { path: 'a', excludePattern: ['x'] }, filesOf(answer))

    expect(report.verdict).toBe('uncertain')
    expect(findingsOf(report)).toContainEqual(
      expect.objectContaining({ code: 'ARGUMENT_UNDECLARED', certain: false }),
    )
  })

  test.each<[string, (args: JsonObject) => unknown, string]>([
    ['is told where the server looks away', () => 1, 'uncertain'],
    ['is proved where the nearest name was meant', ({ head }) => head, 'fail'],
    ['is none where the server knows it', ({ heads }) => heads, 'pass'],
  ])('what the schema forbids %s', async (_, answer, verdict) => {
    const report = await rehearseCall('strict', { path: 'a', heads: 1 }, filesOf(answer))
    const codes = findingsOf(report).map(({ code }) => code)

    expect([report.verdict, report.validation.type_errors]).toEqual([verdict, []])
    expect(codes.includes('ARGUMENT_UNDECLARED')).toBe(verdict !== 'pass')
  })

  test('what the schema forbids is told as that alone where nobody took it', async () => {
    const report = await rehearseCall('strict', { path: 'a', heads: 1 })

    expect([report.verdict, findingsOf(report)]).toEqual(['uncertain', []])
    expect(report.validation.type_errors).toMatchObject([{ pointer: '/heads', certain: false }])
  })

  test('nothing is told where the server knows it', async () => {
    const knows = filesOf((args) => args.excludePattern)
    const report = await rehearseCall('find', { path: 'a', excludePattern: ['x'] }, knows)

    expect(findingsOf(report).map(({ code }) => code)).toEqual(['COPY_CLOCK'])
  })
})

function rehearseCall(tool: string, args: JsonObject, copies?: CopySource): Promise<Report> {
  const plan = JSON.stringify({ tasks: [{ id: 'one', tool: `desk:${tool}`, arguments: args }] })
  return rehearseDesk(plan, {
    fileName: 'plan.json',
    ...(copies === undefined ? {} : { copies, answerers: [] }),
  })
}

/** A copy of the desk whose tools answer what is made of their arguments. */
function filesOf(answer: (args: JsonObject) => unknown): CopySource {
  const facts = {
    partly: [],
    isRoot: false,
    closed: [],
    keepsMemory: false,
    isNetworkIgnored: false,
    triedAtStart: false,
  }
  return {
    notCopied: [],
    open: () =>
      Promise.resolve({
        servers: new Map([['desk', facts]]),
        startMs: 1,
        end: () => Promise.resolve([]),
        call: ({ arguments: args = {} }) =>
          Promise.resolve({
            outcome: {
              kind: 'result',
              content: [{ type: 'text', text: JSON.stringify(answer(args) ?? null) }],
            },
            ...{ networkAttempts: 0, earlierAttempts: 0, tookMs: 1, isFull: false, changes: [] },
          }),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  }
}
