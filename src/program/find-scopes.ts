/** Goes through a program once and notes which names each scope has. */
import type { AnyNode, Pattern, VariableDeclarator } from 'acorn'
import type { ScriptTree } from './parse-script.js'
import type { Binding, Scope, Scopes } from './scope.js'
import { staticKey } from './static-key.js'
import { walk } from './walk.js'

/** Finds all scopes and their names. */
export function findScopes({ script }: ScriptTree): Scopes {
  // The function around the program, whose first parameter is `mcp`.
  const [program] = script.body
  const scopes = new Map<AnyNode, Scope>()
  const open: Scope[] = []
  const assignments: { readonly name: string; readonly scope: Scope }[] = []
  walk(script, {
    enter(node) {
      const outer = open.at(-1)
      if (outer !== undefined) declareOutside(node, outer)
      const scope = OPENS_SCOPE.has(node.type) ? createScope(node, outer) : outer
      if (scope === undefined) return
      if (scope !== outer) {
        scopes.set(node, scope)
        open.push(scope)
      }
      declareInside(node, scope, node === program)
      for (const { name } of assignedNames(node)) assignments.push({ name, scope })
    },
    leave(node) {
      if (scopes.has(node)) open.pop()
    },
  })
  for (const { name, scope } of assignments) forget(name, scope)
  return scopes
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'StaticBlock',
])
const OPENS_SCOPE = new Set([
  ...FUNCTIONS,
  'Program',
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'ClassDeclaration',
  'ClassExpression',
])
const OTHER: Binding = { kind: 'other' }

function createScope(node: AnyNode, parent: Scope | undefined): Scope {
  return { parent, holdsVars: FUNCTIONS.has(node.type) || parent === undefined, names: new Map() }
}

/** Names of functions and classes belong to the scope around them. */
function declareOutside(node: AnyNode, scope: Scope): void {
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
    declare(node.id.name, OTHER, scope)
}

function declareInside(node: AnyNode, scope: Scope, isProgram: boolean): void {
  switch (node.type) {
    case 'FunctionExpression':
    case 'ClassExpression':
      if (node.id) declare(node.id.name, OTHER, scope)
      if (node.type === 'FunctionExpression') declareAll(node.params, scope)
      return
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      declareAll(node.params, scope)
      if (isProgram) scope.names.set('mcp', { kind: 'mcp' }).set('params', { kind: 'params' })
      return
    case 'CatchClause':
      if (node.param) declareAll([node.param], scope)
      return
    case 'VariableDeclaration':
      for (const declarator of node.declarations)
        if (node.kind === 'const') declareConstant(declarator, scope)
        else declareAll([declarator.id], node.kind === 'var' ? varScope(scope) : scope)
  }
}

function varScope(scope: Scope): Scope {
  let each = scope
  while (!each.holdsVars && each.parent !== undefined) each = each.parent
  return each
}

function declareConstant({ id, init }: VariableDeclarator, scope: Scope): void {
  for (const { name, keys } of boundNames(id, []))
    declare(name, keys === undefined || !init ? OTHER : { kind: 'alias', from: init, keys, scope }, scope)
}

function declareAll(patterns: readonly Pattern[], scope: Scope): void {
  for (const pattern of patterns) for (const { name } of boundNames(pattern, [])) declare(name, OTHER, scope)
}

/** A name that is declared twice, as `var` and parameters may be, is known no more. */
function declare(name: string, binding: Binding, scope: Scope): void {
  scope.names.set(name, scope.names.has(name) ? OTHER : binding)
}

function assignedNames(node: AnyNode): BoundName[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return boundNames(node.left, undefined)
    case 'UpdateExpression':
      return node.argument.type === 'Identifier' ? boundNames(node.argument, undefined) : []
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.left.type === 'VariableDeclaration' ? [] : boundNames(node.left, undefined)
    default:
      return []
  }
}

/** What is assigned to may be anything from then on, and before. */
function forget(name: string, scope: Scope): void {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
    if (each.names.has(name)) {
      each.names.set(name, OTHER)
      return
    }
}

/** The names that patterns bind. */
interface BoundName {
  readonly name: string
  /** The way to it from the value that is taken apart; undefined when that cannot be told. */
  readonly keys: readonly string[] | undefined
}

/** The names in a pattern; `keys` lead to what the pattern takes apart. */
function boundNames(pattern: Pattern, keys: readonly string[] | undefined): BoundName[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, keys }]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        if (property.type === 'RestElement') return boundNames(property.argument, undefined)
        const key = staticKey(property.key, property.computed)
        return boundNames(
          property.value,
          key === undefined || keys === undefined ? undefined : [...keys, key],
        )
      })
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : boundNames(element, undefined)))
    case 'AssignmentPattern':
      return boundNames(pattern.left, undefined)
    case 'RestElement':
      return boundNames(pattern.argument, undefined)
    case 'MemberExpression':
      return []
  }
}
