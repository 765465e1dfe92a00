/** What every type checker does. */
import { expect, test } from 'vitest'
import type { TypeChecker, TypedText } from '../../src/program/index.js'

/** One that checks. Each text is a process: what has no problems stands in one text with what has one. */
export function describeTypeChecker(create: () => TypeChecker): void {
  test('a text that fits its types has no problems', async () => {
    expect(await codesOf('const length: number = around.length')).toEqual([])
  })

  test('a problem is told with its code and where it stands, in UTF-16 code units', async () => {
    const before = "const smile = '😀é'; "

    const check = await checkWith(`${before}const length: string = around.length`)

    expect(check).toEqual({
      kind: 'checked',
      problems: [
        {
          code: 2322,
          offset: before.length + 6,
          message: "Type 'number' is not assignable to type 'string'.",
        },
      ],
    })
  })

  test('JavaScript may leave types out, and add members to its objects', async () => {
    const text = 'const made = {}; made.later = 1; const f = (a) => a.b; f(made); around.push(1)'

    expect(await codesOf(text, 'js')).toEqual([2345])
  })

  test('declarations are checked as they stand', async () => {
    const text = 'declare const one: { a: string }; declare const two: Missing'

    expect(await codesOf(text, 'd.ts')).toEqual([2304])
  })

  test('a text can name files, and none of them is read', async () => {
    const secret = new URL('../fixtures/typescript-6/package.json', import.meta.url).pathname
    const text = [
      `/// <reference path="${secret}" />`,
      `import type { name } from '${secret}'`,
      `const told: typeof import('${secret}') = 1`,
    ].join('\n')

    const check = await checkWith(text)

    const problems = check.kind === 'checked' ? check.problems : []
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.filter(({ message }) => message.includes('project-with-typescript-6'))).toEqual([])
  })

  test('what the host has is not there', async () => {
    expect(await codesOf('process.exit(); document.title; require("fs")')).toHaveLength(3)
  })

  test('whoever is tired of waiting gets the reason of the signal', async () => {
    await using checker = create()

    const checking = checker.check(typed('const a = 1'), AbortSignal.abort(new Error('enough')))

    await expect(checking).rejects.toThrow('enough')
  })

  test('several texts are checked at once', async () => {
    await using checker = create()

    const checks = await Promise.all(
      ['around.length', 'around.size'].map((text) => checker.check(typed(text))),
    )

    expect(checks.map((check) => (check.kind === 'checked' ? check.problems.length : check.why))).toEqual([
      0, 1,
    ])
  })

  test('once closed it refuses', async () => {
    const checker = create()
    await checker[Symbol.asyncDispose]()
    await checker[Symbol.asyncDispose]()

    await expect(checker.check(typed('1'))).rejects.toMatchObject({ code: 'ALREADY_CLOSED' })
  })

  async function codesOf(text: string, kind: TypedText['kind'] = 'ts'): Promise<number[] | string> {
    const check = await checkWith(text, kind)
    return check.kind === 'checked' ? check.problems.map(({ code }) => code) : check.why
  }

  async function checkWith(text: string, kind: TypedText['kind'] = 'ts') {
    await using checker = create()
    return await checker.check(typed(text, kind))
  }
}

function typed(text: string, kind: TypedText['kind'] = 'ts'): TypedText {
  return { kind, text, declarations: 'declare const around: string[]' }
}
