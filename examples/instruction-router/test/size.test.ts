/** An example is read: the server with both engines, its client and the specification's tests stay small enough for that. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

it('server, both engines, client and the tests of the specification have at most 1,500 lines', () => {
  const all = readdirSync(at('src'), { recursive: true, encoding: 'utf8' })
  const sources = all.filter((name) => name.endsWith('.ts') && !name.startsWith('eval'))
  const files = [
    ...sources.map((name) => `src/${name}`),
    'test/specification.ts',
    'test/specification.test.ts',
  ]
  const lines = files.map((file) => readFileSync(at(file), 'utf8').split('\n').length - 1)

  expect(files).toEqual(expect.arrayContaining(['src/tools.ts', 'src/client.ts', 'src/weighted-engine.ts']))
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1500)
})
