import { expect, test } from 'vitest'
import { CLEAN, FAULTY, READ } from '../../test/fixtures/reports.js'
import { verifies } from '../../test/verifies.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { adviceFor } from './advice.js'
import { FINDING_HELP } from './finding-help.js'
import { sentenceText } from './list-section.js'

const INVENTED = { ...READ, source: 'schema', invented: true } as const

test('adviceFor says what to do next, whatever finding is the failure', () => {
  verifies('ours:next-is-whole')
  const silent = Object.keys(FINDING_HELP).filter((code) => {
    const finding = { code, severity: 'error', certain: true, message: 'x' } as const
    const report = { ...failed(), validation: { ...CLEAN.validation, findings: [finding] } }
    return adviceFor(report).every(({ sentence }) => sentenceText(sentence) === '')
  })

  expect(silent).toEqual([])
})

test('adviceFor says something under a failure of which it knows nothing', () => {
  const finding = { code: 'NEW', severity: 'error', certain: true, message: 'x' } as const

  for (const findings of [[], [finding]])
    expect(adviceFor({ ...failed(), validation: { ...CLEAN.validation, findings } })).toHaveLength(1)
})

test('adviceFor prints the whole command that records an answer, with the arguments of the call', () => {
  verifies('ours:next-is-whole')
  const call = { ...INVENTED, arguments: { path: "it's.md", head: 5, list: ['a b'], text: 'two\nlines' } }

  expect(commandsOf([call])).toEqual([
    `understudy call files:read 'path=it'\\''s.md' head:=5 'list:=["a b"]' 'text:="two\\nlines"' --store`,
  ])
})

test('adviceFor names the command as the plan was rehearsed', () => {
  const recordCommand = (tool: string, args: readonly string[]) =>
    `understudy call ${tool} ${args.join(' ')} --config x`
  const [advice] = adviceFor(
    { ...CLEAN, calls: [{ ...INVENTED, arguments: { path: 'a' } }] },
    { recordCommand },
  )

  expect(advice?.paste?.text).toBe('understudy call files:read path=a --config x')
})

test('adviceFor has calls recorded whose arguments are known, not those that hang on an invented answer', () => {
  const first = { ...INVENTED, n: 1, tool: 'files:list' as const, arguments: { path: '.' } }
  const second = {
    ...{ ...INVENTED, n: 2, arguments: { path: 'invented' } },
    arguments_from: { '/path': { call: 1, pointer: '/0' } },
  }

  expect(commandsOf([first, second])).toEqual(['understudy call files:list path=. --store'])
})

test('adviceFor prints no command with arguments that nobody knows, or that are too long to paste', () => {
  for (const call of [
    { ...INVENTED, arguments: { path: null }, unknown_at: ['/path'] },
    { ...INVENTED, arguments: { path: 'x'.repeat(5000) } },
  ])
    expect(adviceFor({ ...CLEAN, calls: [call] })).toEqual([
      { sentence: ['record a real answer of ', { code: 'files:read' }, ', and rehearse again'] },
    ])
})

function failed(): Report {
  return { ...FAULTY, validation: { ...CLEAN.validation } }
}

function commandsOf(calls: readonly ReportedCall[]): readonly (string | undefined)[] {
  return adviceFor({ ...CLEAN, calls }).map(({ paste }) => paste?.text)
}
