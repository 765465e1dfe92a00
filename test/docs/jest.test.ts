/** What the guide says of jest, which no dependency of ours brings: `npm run check:packages` runs it, and in the same way. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as kit from '../../src/testing/index.js'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const [PARAGRAPH = ''] = /^Jest takes [\s\S]*?\n\n/m.exec(read('docs/guides/test-a-server.md')) ?? []
const CODE = [...PARAGRAPH.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '))
const RUN = read('test/package/check-packages.mjs')

it('jest is started as the check of the packages starts it', () => {
  const [started = ''] = CODE.filter((code) => code.endsWith('npx jest'))
  const options = /^NODE_OPTIONS=(\S+) /.exec(started)?.[1]

  expect(options).toMatch(/^--/)
  expect(RUN).toContain(`'${options}',\n        'node_modules/jest/bin/jest.js'`)
})

it('jest is given the matchers that the test kit has, which take a promise', async () => {
  const [, names = '', door] =
    CODE.map((code) => /^import \{ (.+) \} from '(.+)'$/.exec(code)).find(Boolean) ?? []
  const extended = CODE.map((code) => /^expect\.extend\((\w+)\)$/.exec(code)?.[1]).find(Boolean)

  expect(door).toBe('mcp-understudy/testing')
  expect(Object.keys(kit)).toEqual(expect.arrayContaining(names.split(', ')))
  expect(names.split(', ')).toContain(extended)
  expect(RUN).toContain(`expect.extend(kit\${n}.${extended})`)
  expect(RUN).toMatch(/await expect\(client\.callTool\([^)]*\)\)\.toSucceed\(\)/)
})
