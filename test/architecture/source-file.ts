/** What a source file imports, exports and touches, read off its syntax. */
import { posix } from 'node:path'
import { nameOf, nodeAt, nodesAt, parseTypeScript, type SyntaxNode, textOf, walk } from './syntax.js'
import { type TouchedWorld, touchedWorld } from './world-uses.js'

export interface SourceFile {
  /** From the root of the project, with slashes: `src/base/json.ts`. */
  readonly path: string
  readonly imports: readonly Import[]
  readonly exports: readonly Export[]
  /** What the file declares at its top level, exported or not, with every name that stands in the declaration. */
  readonly declarations: ReadonlyMap<string, ReadonlySet<string>>
  readonly touches: readonly TouchedWorld[]
}

export interface Import {
  /** As written; undefined when it is computed and cannot be read. */
  readonly specifier: string | undefined
  /** The file it names, for a relative one. */
  readonly target?: string
  /** `types`: erased by the compiler, nothing is loaded. */
  readonly kind: 'runtime' | 'types'
  /** What is taken; `*` for everything. */
  readonly names: readonly string[]
  readonly line: number
}

export interface Export {
  readonly name: string
  readonly kind: 'runtime' | 'types'
}

/** Reads one TypeScript file. */
export function readSource(path: string, text: string): SourceFile {
  const root = parseTypeScript(text)
  const lineOf = (node: SyntaxNode): number => text.slice(0, node.start).split('\n').length
  const imports: Import[] = []
  walk(root, (node) => {
    const found = importOf(node)
    if (found !== undefined)
      imports.push({ ...found, ...targetOf(path, found.specifier), line: lineOf(node) })
  })
  const exports = nodesAt(root, 'body').flatMap(exportsOf)
  return { path, imports, exports, declarations: declarationsOf(root), touches: touchedWorld(root, lineOf) }
}

type BareImport = Pick<Import, 'specifier' | 'kind' | 'names'>

function importOf(node: SyntaxNode): BareImport | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return statementImport(node)
    case 'ExportNamedDeclaration':
      return nodeAt(node, 'source') === undefined ? undefined : statementImport(node)
    case 'ImportExpression':
      return { specifier: textOf(nodeAt(node, 'source')), kind: 'runtime', names: ['*'] }
    case 'TSImportType':
      return { specifier: textOf(nodeAt(node, 'source')), kind: 'types', names: ['*'] }
    case 'TSExternalModuleReference':
      return { specifier: textOf(nodeAt(node, 'expression')), kind: 'runtime', names: ['*'] }
    case 'CallExpression':
      return nameOf(nodeAt(node, 'callee')) === 'require'
        ? { specifier: textOf(nodesAt(node, 'arguments')[0]), kind: 'runtime', names: ['*'] }
        : undefined
    default:
      return undefined
  }
}

/** `import { type A } from` alone still loads the file (verbatimModuleSyntax): only `import type` counts as types. */
function statementImport(node: SyntaxNode): BareImport {
  const erased = node.importKind === 'type' || node.exportKind === 'type'
  const names =
    node.type === 'ExportAllDeclaration'
      ? ['*']
      : nodesAt(node, 'specifiers').map((specifier) => takenName(specifier) ?? '*')
  return { specifier: textOf(nodeAt(node, 'source')), kind: erased ? 'types' : 'runtime', names }
}

function takenName(specifier: SyntaxNode): string | undefined {
  switch (specifier.type) {
    case 'ImportSpecifier':
      return nameOf(nodeAt(specifier, 'imported'))
    case 'ExportSpecifier':
      return nameOf(nodeAt(specifier, 'local'))
    case 'ImportDefaultSpecifier':
      return 'default'
    default:
      return undefined
  }
}

function targetOf(path: string, specifier: string | undefined): { target?: string } {
  if (specifier === undefined || !/^\.{1,2}\//.test(specifier)) return {}
  return { target: posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts') }
}

function exportsOf(statement: SyntaxNode): Export[] {
  if (statement.type === 'ExportDefaultDeclaration') return [{ name: 'default', kind: 'runtime' }]
  if (statement.type === 'ExportAllDeclaration') {
    const alias = nameOf(nodeAt(statement, 'exported'))
    return [{ name: alias ?? '*', kind: statement.exportKind === 'type' ? 'types' : 'runtime' }]
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  const declaration = nodeAt(statement, 'declaration')
  if (declaration !== undefined) return declaredExports(declaration)
  return nodesAt(statement, 'specifiers').map((specifier) => ({
    name: nameOf(nodeAt(specifier, 'exported')) ?? '?',
    kind: statement.exportKind === 'type' || specifier.exportKind === 'type' ? 'types' : 'runtime',
  }))
}

function declaredExports(declaration: SyntaxNode): Export[] {
  const kind = /^TS(Interface|TypeAlias)/.test(declaration.type) ? 'types' : 'runtime'
  return declaredNames(declaration).map((name) => ({ name, kind }))
}

function declarationsOf(root: SyntaxNode): Map<string, ReadonlySet<string>> {
  const statements = nodesAt(root, 'body').map((statement) => nodeAt(statement, 'declaration') ?? statement)
  return new Map(
    statements.flatMap((statement) =>
      declaredNames(statement).map((name) => [name, mentionedIn(statement)] as const),
    ),
  )
}

function mentionedIn(statement: SyntaxNode): Set<string> {
  const names = new Set<string>()
  walk(statement, (node) => {
    if (node.type === 'Identifier') names.add(nameOf(node) ?? '')
  })
  return names
}

/** The names that a declaration brings into its file; none for other statements. */
function declaredNames(declaration: SyntaxNode): string[] {
  if (declaration.type !== 'VariableDeclaration') return boundNames(nodeAt(declaration, 'id'))
  return nodesAt(declaration, 'declarations').flatMap((each) => boundNames(nodeAt(each, 'id')))
}

/** The names that an identifier or a destructuring pattern binds. */
function boundNames(target: SyntaxNode | undefined): string[] {
  switch (target?.type) {
    case 'ObjectPattern':
      return nodesAt(target, 'properties').flatMap((each) =>
        boundNames(nodeAt(each, 'value') ?? nodeAt(each, 'argument')),
      )
    case 'ArrayPattern':
      return nodesAt(target, 'elements').flatMap((each) => boundNames(each))
    case 'AssignmentPattern':
      return boundNames(nodeAt(target, 'left'))
    case 'RestElement':
      return boundNames(nodeAt(target, 'argument'))
    case 'Identifier':
      return [nameOf(target) ?? '']
    default:
      return []
  }
}
