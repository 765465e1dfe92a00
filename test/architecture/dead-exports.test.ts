/** The search for dead exports, both ways. */
import { describe, expect, it } from 'vitest'
import { deadFileExports, deadModuleExports } from './dead-exports.js'
import { treeOf } from './source-tree.js'

describe('dead exports', () => {
  it('of a module are those that nobody outside it takes', () => {
    const tree = treeOf({
      'src/base/index.ts': "export { a } from './a.js'\nexport type { B } from './a.js'",
      'src/base/a.ts': "import { a } from './index.js'\nexport interface B {}\nexport const a = 1",
    })

    expect(deadModuleExports(tree, [])).toEqual([
      'src/base/index.ts exports a',
      'src/base/index.ts exports B',
    ])
  })
  it('of a module are not those that another module, a test or a public door takes', () => {
    const tree = treeOf({
      'src/base/index.ts': "export { a, b, c } from './a.js'",
      'src/call/x.ts': "import { a } from '../base/index.js'",
      'src/base/a.test.ts': "import { b } from './index.js'",
      'test/base/x.test.ts': "import * as policy from '../../src/policy/index.js'",
      'src/index.ts': "export { c } from './base/index.js'",
      'src/policy/index.ts': 'export const p = 1',
      'src/report/index.ts': 'export const r = 1',
    })

    expect(deadModuleExports(tree, ['src/report/index.ts'])).toEqual([])
  })
  it('of a module are not the types by which something that is taken is declared', () => {
    const tree = treeOf({
      'src/base/index.ts': "export { type Deep, f, type Options, type Other } from './f.js'",
      'src/base/f.ts':
        'export function f(options: Options) {}\nexport interface Options { deep: Deep }\nexport type Deep = 1\nexport type Other = 2',
      'src/call/x.ts': "import { f } from '../base/index.js'",
    })

    expect(deadModuleExports(tree, [])).toEqual(['src/base/index.ts exports Other'])
  })
  it('of a file are those that no other file takes, destructured ones included', () => {
    const tree = treeOf({
      'src/base/a.ts':
        'export const a = 1\nexport const { b, c: [d], ...e } = f()\nexport class G {}\nexport interface H {}',
      'src/base/b.ts': "import { a } from './a.js'",
    })

    expect(deadFileExports(tree, [])).toEqual(
      ['b', 'd', 'e', 'G', 'H'].map((name) => `src/base/a.ts exports ${name}`),
    )
  })
  it('of a file are not the types that the file itself needs', () => {
    const tree = treeOf({
      'src/base/a.ts': 'export function a(options: Options) {}\nexport interface Options {}',
      'src/base/a.test.ts': "import { a } from './a.js'",
    })

    expect(deadFileExports(tree, [])).toEqual([])
  })
})
