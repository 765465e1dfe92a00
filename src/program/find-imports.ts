/** Ways out of a program that it does not have: imports, exports, require. */
import type { AnyNode } from 'acorn'
import type { Finding, TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import { programError } from './program-error.js'
import { lookUpName, type Scope, type Scopes } from './scope.js'
import { walkScopes } from './walk-scopes.js'

export interface FoundImports {
  /** IMPORT_NOT_ALLOWED, one for each, in the order of the text. */
  readonly findings: readonly Finding[]
  /** The code without the imports of which only types were asked: nothing is left of them to import. */
  readonly code: string
}

/** `source` is the text before its types were taken off, as long as `code`. */
export function findImports(
  tree: ScriptTree,
  scopes: Scopes,
  texts: { readonly source: string; readonly code: string },
  positionAt: (offset: number) => TextPosition,
): FoundImports {
  const findings: Finding[] = []
  const kept: string[] = []
  let keptUntil = 0
  walkScopes(tree.script, scopes, (node, scope) => {
    const start = tree.offsetOf(node)
    const end = start + node.end - node.start
    if (isErased(node, texts.source.slice(start, end), texts.code.slice(start, end))) {
      kept.push(texts.code.slice(keptUntil, start), blank(texts.code.slice(start, end)))
      keptUntil = end
    } else {
      const message = describeImport(node, scope)
      if (message !== undefined) findings.push(programError('IMPORT_NOT_ALLOWED', message, positionAt(start)))
    }
  })
  return { findings, code: kept.join('') + texts.code.slice(keptUntil) }
}

/** `import { type A } from 'x'`: what it imported was erased, the import was not. */
function isErased(node: AnyNode, before: string, after: string): boolean {
  return node.type === 'ImportDeclaration' && node.specifiers.length === 0 && before !== after
}

function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, ' ')
}

function describeImport(node: AnyNode, scope: Scope): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return `Cannot import ${node.source.raw}: a program has no modules; call a tool of mcp, or use "import type" for types`
    case 'ImportExpression':
      return 'Cannot import while running: a program has no modules; call a tool of mcp instead'
    case 'CallExpression':
      return node.callee.type === 'Identifier' &&
        node.callee.name === 'require' &&
        lookUpName('require', scope) === undefined
        ? 'Cannot require: a program has no modules; call a tool of mcp instead'
        : undefined
    case 'MetaProperty':
      return node.meta.name === 'import' ? 'Cannot use import.meta: a program is no module' : undefined
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration':
      return 'Cannot export: a program is no module; its result is what it returns'
    default:
      return undefined
  }
}
