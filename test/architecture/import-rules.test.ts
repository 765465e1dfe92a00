/** The rules about imports, both ways: what they must flag, and the nearest thing they must not. */
import { describe, expect, it } from 'vitest'
import {
  forbiddenImports,
  foreignPackages,
  guestEscapes,
  reachableButForbidden,
  sideEntries,
  strayWorldUses,
  unknownFolders,
  unresolvedImports,
  unusedPermissions,
  unusedSideDoors,
} from './import-rules.js'
import { treeOf } from './source-tree.js'

describe('unknownFolders', () => {
  it('flags a folder that the table does not know', () => {
    expect(unknownFolders(treeOf({ 'src/helpers/index.ts': '' }))).toHaveLength(1)
  })
  it('flags a stray file beside the main door', () => {
    expect(unknownFolders(treeOf({ 'src/base.ts': '' }))).toHaveLength(1)
  })
  it('flags a folder that is named like a member of every object', () => {
    expect(unknownFolders(treeOf({ 'src/constructor/index.ts': '' }))).toHaveLength(1)
  })
  it('lets modules of the table and the main door stand', () => {
    expect(unknownFolders(treeOf({ 'src/base/json.ts': '', 'src/index.ts': '' }))).toEqual([])
  })
})

describe('forbiddenImports', () => {
  it.each([
    ['an import', "import { x } from '../session/index.js'"],
    ['an import for its effect', "import '../session/index.js'"],
    ['an import of a type', "import type { X } from '../session/index.js'"],
    ['an export from', "export { x } from '../session/index.js'"],
    ['an export of everything', "export * from '../session/index.js'"],
    ['an export of types from', "export type { X } from '../session/index.js'"],
    ['a dynamic import', "const x = await import('../session/index.js')"],
    ['a dynamic import by a template', 'const x = await import(`../session/index.js`)'],
    ['a type query', "let x: typeof import('../session/index.js')"],
    ['an imported type in place', "let x: import('../session/index.js').X"],
    ['a require', "const x = require('../session/index.js')"],
  ])('flags %s of a module that is not in the row', (_, text) => {
    const tree = treeOf({ 'src/dryrun/rehearse.ts': text, 'src/session/index.ts': '' })

    expect([...forbiddenImports(tree), ...unresolvedImports(tree)]).not.toEqual([])
  })
  it.each([
    ['in a comment', "// import { x } from '../session/index.js'"],
    ['in a string', 'const x = "import { x } from \'../session/index.js\'"'],
    ['in a template', "const x = `import('../session/index.js')`"],
    ['in a regular expression', "const x = /import '..\\/session\\/index.js'/"],
  ])('ignores what only looks like an import %s', (_, text) => {
    expect(forbiddenImports(treeOf({ 'src/dryrun/rehearse.ts': text }))).toEqual([])
  })
  it('tells run time from types where a row allows types alone', () => {
    const importing = (statement: string) =>
      forbiddenImports(treeOf({ 'src/call/outcome.ts': statement, 'src/protocol/index.ts': '' }))

    expect(importing("import type { ContentBlock } from '../protocol/index.js'")).toEqual([])
    expect(importing("let block: import('../protocol/index.js').ContentBlock")).toEqual([])
    expect(importing("import { type ContentBlock } from '../protocol/index.js'")).toEqual([
      'src/call/outcome.ts:1 call imports protocol at run time; types alone are allowed',
    ])
    expect(importing("import { isText } from '../protocol/index.js'")).toHaveLength(1)
    expect(importing("const { isText } = await import('../protocol/index.js')")).toHaveLength(1)
  })
  it('lets a module import what its row names, and itself', () => {
    const tree = treeOf({
      'src/call/stub.ts': "import { canonicalJson } from '../base/index.js'\nimport './chain.js'",
    })

    expect(forbiddenImports(tree)).toEqual([])
  })
  it('keeps the command line and the test kit from the main door', () => {
    const through = (module: string) =>
      forbiddenImports(treeOf({ 'src/index.ts': `export { x } from './${module}/index.js'` }))

    expect(through('cli')).toHaveLength(1)
    expect(through('testing')).toHaveLength(1)
    expect(through('dryrun')).toEqual([])
  })
  it('does not look into unit tests', () => {
    expect(forbiddenImports(treeOf({ 'src/base/x.test.ts': "import '../cli/index.js'" }))).toEqual([])
  })
})

describe('sideEntries', () => {
  it('flags an import past the index of another module', () => {
    expect(sideEntries(treeOf({ 'src/call/x.ts': "import '../base/json.js'" }))).toHaveLength(1)
  })
  it('lets the index, files of the same module and the named side doors pass', () => {
    const tree = treeOf({
      'src/call/x.ts': "import '../base/index.js'\nimport './y.js'",
      'src/cli/x.ts': "import '../testing/mock/index.js'\nimport '../transport/copy/index.js'",
    })

    expect(sideEntries(tree)).toEqual([])
  })
})

describe('unusedPermissions and unusedSideDoors', () => {
  it('tell what the table allows and no file does, and what only types use', () => {
    const tree = treeOf({
      'src/call/x.ts': "import type { A } from '../base/index.js'",
      'src/cli/x.ts': "import '../testing/mock/index.js'",
    })

    const unused = unusedPermissions(tree)

    expect(unused).toContain('call may import base, and does not at run time')
    expect(unused).toContain('call may import types of protocol, and does not')
    expect(unused).not.toContain('cli may import testing, and does not at run time')
    expect(unusedSideDoors(tree)).toContain('/^src\\/transport\\/copy\\/index\\.ts$/')
    expect(unusedSideDoors(tree)).not.toContain('/^src\\/testing\\/mock\\/index\\.ts$/')
  })
})

describe('guestEscapes', () => {
  it('flags guest code that loads host code or a built-in module', () => {
    const tree = treeOf({
      'src/sandbox/guest/a.ts':
        "import { x } from '../bridge.js'\nimport 'node:fs'\nimport type { Y } from '../../base/index.js'",
    })

    expect(guestEscapes(tree)).toHaveLength(3)
  })
  it('lets guest code use its own files and the types of its module', () => {
    const tree = treeOf({
      'src/sandbox/guest/a.ts': "import { x } from './b.js'\nimport type { M } from '../bridge.js'",
    })

    expect(guestEscapes(tree)).toEqual([])
  })
})

describe('unresolvedImports', () => {
  it('flags a file that is not there, a wrong ending and a computed name', () => {
    const tree = treeOf({
      'src/base/a.ts': "import './gone.js'\nimport './b'\nimport './b.ts'\nawait import(name)\nrequire(name)",
      'src/base/b.ts': '',
    })

    expect(unresolvedImports(tree)).toHaveLength(5)
  })
  it('lets a file that is there pass, and a package', () => {
    const tree = treeOf({ 'src/base/a.ts': "import './b.js'\nimport 'ajv'", 'src/base/b.ts': '' })

    expect(unresolvedImports(tree)).toEqual([])
  })
})

describe('foreignPackages', () => {
  it('flags packages that are no runtime dependency, and built-in modules without node:', () => {
    const tree = treeOf({
      'src/base/a.ts':
        "import 'vitest'\nimport 'fs'\nimport type { X } from 'ajvx'\nimport '@swc/other/x.js'",
    })

    expect(foreignPackages(tree, ['ajv', '@swc/wasm'])).toHaveLength(4)
  })
  it('lets the folder that is for the users of vitest load it', () => {
    const tree = treeOf({ 'src/testing/vitest/a.ts': "import 'vitest'" })

    expect(foreignPackages(tree, [])).toEqual([])
  })
  it('lets dependencies and node: modules pass, also by a path within', () => {
    const tree = treeOf({
      'src/base/a.ts': "import 'ajv/dist/2020.js'\nimport 'node:fs/promises'\nimport '@swc/wasm/x.js'",
    })

    expect(foreignPackages(tree, ['ajv', '@swc/wasm'])).toEqual([])
  })
})

describe('strayWorldUses', () => {
  const touches = (text: string, path = 'src/call/x.ts') => strayWorldUses(treeOf({ [path]: text }))

  it.each([
    "import { spawn } from 'node:child_process'",
    "import { spawn } from 'child_process'",
    "const { spawn } = await import('node:child_process')",
    'process.exit(1)',
    "process['exit'](1)",
    "import { exit } from 'node:process'",
    "console.log('x')",
    'globalThis.console.error(1)',
    'const { log } = console',
    'const out = console',
    'Date.now()',
    "Date['now']()",
    'globalThis.Date.now()',
    'const { now } = Date',
    'const later = Date',
    'new Date()',
    'new globalThis.Date()',
    'Date()',
    'performance.now()',
    "import { performance } from 'node:perf_hooks'; performance.now()",
    'process.hrtime.bigint()',
    'Math.random()',
    'const { random } = Math',
    'crypto.randomUUID()',
    "import { randomUUID } from 'node:crypto'",
    "import { randomBytes } from 'node:crypto'",
  ])('flags %s', (text) => {
    expect(touches(text)).toHaveLength(1)
  })
  it.each([
    'process.exitCode',
    'process.env',
    'run.exit(1)',
    'report.console.log',
    'const { console } = report; console.length',
    'const lines = { console: [] }',
    'new Date(0)',
    'Date.parse(text)',
    'x instanceof Date',
    'let x: Date',
    'Math.floor(1.5)',
    'Date[now]',
    'clock.now()',
    "import { createHash } from 'node:crypto'",
    "import type { ChildProcess } from 'node:events'",
    '// Date.now() would do',
  ])('lets %s pass', (text) => {
    expect(touches(text)).toEqual([])
  })
  it('knows where each of them lives', () => {
    expect(touches("import 'node:child_process'", 'src/transport/x.ts')).toEqual([])
    expect(touches("console.log('x'); process.exit(1)", 'src/cli/x.ts')).toEqual([])
    expect(touches('Date.now(); Math.random()', 'src/base/x.ts')).toEqual([])
    expect(touches('Date.now(); Math.random()', 'src/sandbox/guest/x.ts')).toEqual([])
    expect(touches('Date.now()', 'src/cli/x.ts')).toHaveLength(1)
    expect(touches('Date.now()', 'src/sandbox/x.ts')).toHaveLength(1)
    expect(touches('Date.now()', 'src/basement/x.ts')).toHaveLength(1)
  })
})

describe('reachableButForbidden', () => {
  it('flags a way to a server through another module, even by types alone', () => {
    const tree = treeOf({
      'src/dryrun/rehearse.ts': "import { x } from '../registry/index.js'",
      'src/registry/index.ts': "import type { Y } from './y.js'",
      'src/registry/y.ts': "export type { Z } from '../transport/index.js'",
      'src/transport/index.ts': '',
    })

    expect(reachableButForbidden(tree)).toEqual([
      'dryrun reaches src/transport/index.ts through src/dryrun/rehearse.ts → src/registry/index.ts → src/registry/y.ts → src/transport/index.ts',
    ])
  })
  it('lets the rehearsal use modules from which no way leads there, whoever uses them beside', () => {
    const tree = treeOf({
      'src/dryrun/rehearse.ts': "import { x } from '../registry/index.js'",
      'src/registry/index.ts': '',
      'src/session/index.ts': "import { x } from '../registry/index.js'",
    })

    expect(reachableButForbidden(tree)).toEqual([])
  })
})
