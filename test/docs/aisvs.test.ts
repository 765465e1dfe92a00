/** The table of SECURITY.md beside its tests: each stands where it says, and asserts something. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'

const LINES = readFileSync(join(PROJECT_ROOT, 'SECURITY.md'), 'utf8')
  .split('## Approval of what agents do')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| point'))

test.each((LINES ?? []).map((line) => line.split('|').map((cell) => cell.trim())))(
  '%s%s is held by tests that are there',
  (_, point, __, told = '') => {
    const paths = [...told.matchAll(/`(test\/[^`]+)`/g)].flatMap(([, path = '']) => filesAt(path))
    const texts = paths.map((path) => readFileSync(path, 'utf8')).join('\n')
    const titles = [...told.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title)

    expect(paths.length, point).toBeGreaterThan(0)
    expect(texts).toContain('expect(')
    for (const title of titles) expect(texts, point).toContain(title)
  },
)

test('the table has every point', () => {
  expect(LINES).toHaveLength(9)
})

function filesAt(path: string): readonly string[] {
  const whole = join(PROJECT_ROOT, path)
  if (!existsSync(whole)) throw new Error(`${path} of SECURITY.md is not there`)
  return statSync(whole).isDirectory()
    ? readdirSync(whole)
        .map((name) => join(whole, name))
        .filter((each) => each.endsWith('.test.ts'))
    : [whole]
}
