import { expect, test } from 'vitest'
import { workflowCommand } from './workflow-command.js'

test('workflowCommand writes properties and message', () => {
  expect(workflowCommand('error', { file: 'a.ts', line: 1, col: undefined }, 'no')).toBe(
    '::error file=a.ts,line=1::no',
  )
  expect(workflowCommand('notice', {}, 'yes')).toBe('::notice::yes')
})

test('workflowCommand lets no value end its property, its line or itself', () => {
  const hostile = 'a%b,line=9::x\r\n::error::y'

  expect(workflowCommand('error', { title: hostile }, hostile)).toBe(
    '::error title=a%25b%2Cline=9%3A%3Ax%0D%0A%3A%3Aerror%3A%3Ay::a%25b,line=9::x%0D%0A::error::y',
  )
})
