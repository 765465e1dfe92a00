/** TypeScript 7, TypeScript 6 and none. */
import { describe, expect, test } from 'vitest'
import { createTypeChecker, findCompiler, noTypeChecker } from '../../src/type-check/index.js'
import { describeTypeChecker } from '../contract/type-checker.contract.js'

/** Far more than a busy machine takes. */
const PATIENCE_MS = 150_000
const WITH_6 = new URL('../fixtures/typescript-6/package.json', import.meta.url)

describe('TypeScript 7', () => {
  describeTypeChecker(() => createTypeChecker(compilerOf(), { timeoutMs: PATIENCE_MS }))
})

describe('TypeScript 6', () => {
  describeTypeChecker(() => createTypeChecker(compilerOf(WITH_6), { timeoutMs: PATIENCE_MS }))
})

test('the checkers are two', () => {
  expect([compilerOf().version, compilerOf(WITH_6).version].map(Number.parseFloat)).toEqual([7, 6])
})

test('where there is no compiler nothing is checked, and why is told', async () => {
  const found = findCompiler('/nowhere/at/all.js')
  const why = found.kind === 'missing' ? found.why : ''
  await using checker = noTypeChecker(why)

  const check = await checker.check({ kind: 'ts', text: 'const a: string = 1', declarations: '' })

  expect(check).toEqual({ kind: 'unchecked', why })
  expect(why).toContain('no TypeScript lies beside this package')
})

test('what takes too long is not checked', async () => {
  await using checker = createTypeChecker(compilerOf(), { timeoutMs: 1 })

  const check = await checker.check({ kind: 'ts', text: HEAVY, declarations: '' })

  expect(check).toEqual({ kind: 'unchecked', why: 'it takes more than 1 ms' })
})

// Elsewhere the system limits no memory, and time alone ends it.
test.runIf(process.platform === 'linux')('what needs too much memory is not checked', async () => {
  await using checker = createTypeChecker(compilerOf(), { memoryMb: 128, timeoutMs: PATIENCE_MS })

  const check = await checker.check({ kind: 'ts', text: HEAVY, declarations: '' })

  expect(check).toEqual({
    kind: 'unchecked',
    why: expect.stringMatching(/^the compiler (exited|was ended) .*memory/),
  })
})

const HEAVY = `type List<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : List<N, [...T, [T]]>
type Lists = { [K in List<990>['length']]: List<990> }
const number: Lists | List<995> = 'none'`

function compilerOf(from?: URL) {
  const found = findCompiler(from)
  if (found.kind === 'missing') throw new Error(found.why)
  return found.compiler
}
