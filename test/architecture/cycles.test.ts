/** The search for cycles, both ways. */
import { describe, expect, it } from 'vitest'
import { fileCycles, moduleCycles } from './cycles.js'
import { treeOf } from './source-tree.js'

describe('cycles', () => {
  it('of files are told once, types included', () => {
    const tree = treeOf({
      'src/base/b.ts': "import { c } from './c.js'",
      'src/base/c.ts': "import type { A } from './a.js'",
      'src/base/a.ts': "export { b } from './b.js'",
    })

    expect(fileCycles(tree)).toEqual(['src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts'])
  })
  it('of files are not seen where two ways lead to one file', () => {
    const tree = treeOf({
      'src/base/a.ts': "import './b.js'\nimport './c.js'",
      'src/base/b.ts': "import './c.js'",
      'src/base/c.ts': '',
    })

    expect(fileCycles(tree)).toEqual([])
  })
  it('of a file with itself are told', () => {
    expect(fileCycles(treeOf({ 'src/base/a.ts': "import './a.js'" }))).toEqual([
      'src/base/a.ts → src/base/a.ts',
    ])
  })
  it('of modules are told where no two files make one', () => {
    const tree = treeOf({
      'src/call/a.ts': "import '../policy/index.js'",
      'src/policy/b.ts': "import '../call/index.js'",
      'src/policy/index.ts': '',
      'src/call/index.ts': '',
    })

    expect(fileCycles(tree)).toEqual([])
    expect(moduleCycles(tree)).toEqual(['call → policy → call'])
  })
  it('of modules are not seen in imports that point one way', () => {
    const tree = treeOf({
      'src/call/a.ts': "import '../base/index.js'",
      'src/base/index.ts': "import './b.js'",
      'src/base/b.ts': '',
    })

    expect(moduleCycles(tree)).toEqual([])
  })
})
