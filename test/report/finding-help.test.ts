import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FINDING_HELP } from '../../src/report/finding-help.js'
import { markdownRows } from '../architecture/markdown-table.js'

test('the help of findings says what the reference says', () => {
  const reference = readFileSync(new URL('../../docs/reference/findings.md', import.meta.url), 'utf8')
  const rows = markdownRows(reference).map(([code = '', , means, todo]) => [code, { means, todo }])

  expect(FINDING_HELP).toEqual(Object.fromEntries(rows))
})
