/** What a program does with its `params`: which members it reads, what it does if there are none, and where they go. */
import type { AnyNode } from 'acorn'
import type { JsonValue, TextPosition } from '../base/index.js'
import { defined } from '../base/index.js'
import { isReference } from './is-reference.js'
import type { ParamsUses, ParamUse } from './params-uses.js'
import type { ScriptTree } from './parse-script.js'
import type { Scope, Scopes } from './scope.js'
import { readScalar } from './static-arguments.js'
import { staticKey } from './static-key.js'
import { pathFrom, toolPath } from './tool-path.js'
import { useOf } from './use-of.js'
import { walkScopes } from './walk-scopes.js'

export function findParams(
  tree: ScriptTree,
  scopes: Scopes,
  positionAt: (offset: number) => TextPosition,
): ParamsUses {
  const uses: (ParamUse & { readonly offset: number })[] = []
  let isWhole = true
  walkScopes(tree.script, scopes, (node, scope, above) => {
    if (node.type === 'VariableDeclarator') return notePattern(node, scope)
    if (node.type !== 'MemberExpression' && !(node.type === 'Identifier' && isReference(node, above))) return
    const path = pathFrom('params', node, scope)
    if (path === undefined) return
    if (node.type === 'MemberExpression' && node.optional && path.length > 1)
      add(path.slice(0, -1), node.object, { isTested: true })
    // A member of a member stands for both.
    if (isObjectOf(node, above.at(-1)) && pathFrom('params', above.at(-1) ?? node, scope) !== undefined)
      return
    // JSON holds no functions: what is called is a method of what holds it, and so is its length.
    if (node.type === 'MemberExpression' && path.length > 1 && isOwnToAll(node, path, above))
      note(path.slice(0, -1), node.object, scope, [...above, node])
    else note(path, node, scope, above)
  })
  return {
    uses: uses
      .sort((a, b) => a.offset - b.offset || a.path.length - b.path.length)
      .map(({ offset: _, ...use }) => use),
    isWhole,
  }

  function note(path: readonly string[], node: AnyNode, scope: Scope, above: readonly AnyNode[]): void {
    const { value, fallback, outside } = wholeValue(node, above)
    const argument = argumentAt(value, scope, outside)
    if (path.length === 0 && argument === undefined) {
      const parent = above.at(-1)
      const isTaken = parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern'
      if (!isTaken) isWhole = false
      return
    }
    const found = methodType(node, above) ?? contextOf(value, outside)
    const isTested = fallback !== undefined || isOptional(node) || useOf(node, above).kind === 'tested'
    add(path, node, { isTested, ...found, ...defined({ fallback, argument }) })
  }

  /** Members that a pattern takes out with something to put in their place: the name then stands for either. */
  function notePattern(node: Extract<AnyNode, { type: 'VariableDeclarator' }>, scope: Scope): void {
    const path =
      node.id.type === 'ObjectPattern' && node.init ? pathFrom('params', node.init, scope) : undefined
    if (path === undefined || node.id.type !== 'ObjectPattern') return
    for (const property of node.id.properties) {
      const key = property.type === 'RestElement' ? undefined : staticKey(property.key, property.computed)
      if (key === undefined || property.type === 'RestElement') {
        isWhole = false
        continue
      }
      const { value } = property
      const isTested = value.type === 'AssignmentPattern'
      const fallback = isTested ? readScalar(value.right) : undefined
      const type = isTested && value.right.type === 'ArrayExpression' ? 'array' : typeOf(fallback)
      add([...path, key], property.key, { isTested, ...defined({ fallback, type }) })
    }
  }

  function add(path: readonly string[], at: AnyNode, use: Omit<ParamUse, 'path' | 'line' | 'column'>): void {
    const offset = tree.offsetOf(at)
    uses.push({ path, ...positionAt(offset), ...use, offset })
  }
}

/** Where nothing is read of nothing: `params.options?.depth`. */
function isOptional(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && (node.optional || isOptional(node.object))
}

function isObjectOf(node: AnyNode, parent: AnyNode | undefined): boolean {
  return parent?.type === 'MemberExpression' && parent.object === node
}

function isOwnToAll(node: AnyNode, path: readonly string[], above: readonly AnyNode[]): boolean {
  const parent = above.at(-1)
  return path.at(-1) === 'length' || (parent?.type === 'CallExpression' && parent.callee === node)
}

interface Value {
  /** The whole expression whose value it is: `params.limit ?? 10`. */
  readonly value: AnyNode
  readonly fallback: JsonValue | undefined
  /** What stands around that. */
  readonly outside: readonly AnyNode[]
}

function wholeValue(node: AnyNode, above: readonly AnyNode[]): Value {
  let value = node
  let outside = above
  let fallback: JsonValue | undefined
  for (let parent = outside.at(-1); parent !== undefined; parent = outside.at(-1)) {
    if (parent.type === 'LogicalExpression' && parent.left === value && parent.operator !== '&&')
      fallback ??= readScalar(parent.right)
    else if (parent.type !== 'ChainExpression' && parent.type !== 'ParenthesizedExpression') break
    value = parent
    outside = outside.slice(0, -1)
  }
  return { value, fallback, outside }
}

/** Up through the literals of objects and lists to the call of a tool. */
function argumentAt(node: AnyNode, scope: Scope, above: readonly AnyNode[]): ParamUse['argument'] {
  let value = node
  const path: (string | number)[] = []
  for (const [i, parent] of [...above].reverse().entries()) {
    if (parent.type === 'CallExpression') {
      const [server, tool, ...rest] = toolPath(parent.callee, scope) ?? []
      const isArgument = parent.arguments[0] === value && rest.length === 0
      return isArgument && server !== undefined && tool !== undefined ? { server, tool, path } : undefined
    }
    if (parent.type === 'Property') {
      const key = staticKey(parent.key, parent.computed)
      if (key === undefined || parent.value !== value || above.at(-2 - i)?.type !== 'ObjectExpression')
        return undefined
      path.unshift(key)
    } else if (parent.type === 'ArrayExpression')
      path.unshift(parent.elements.findIndex((each) => each?.start === value.start))
    else if (parent.type !== 'ObjectExpression') return undefined
    value = parent
  }
  return undefined
}

type Context = Pick<ParamUse, 'type' | 'compared'>

/** `params.names.map(…)` */
function methodType(node: AnyNode, above: readonly AnyNode[]): Context | undefined {
  const parent = above.at(-1)
  if (parent?.type !== 'MemberExpression' || parent.object !== node) return undefined
  const key = staticKey(parent.property, parent.computed)
  if (key === undefined) return {}
  const isOfArray = key in Array.prototype
  if (isOfArray === key in String.prototype) return {}
  return { type: isOfArray ? 'array' : 'string' }
}

function contextOf(node: AnyNode, above: readonly AnyNode[]): Context {
  const parent = above.at(-1)
  if (parent?.type === 'ForOfStatement') return parent.right === node ? { type: 'array' } : {}
  if (parent?.type === 'SwitchStatement' && parent.discriminant === node) {
    const [value] = parent.cases.flatMap(({ test }) => (test ? [readScalar(test)] : []))
    return defined({ compared: value })
  }
  if (parent?.type !== 'BinaryExpression') return {}
  const { operator, left, right } = parent
  const compared = readScalar(left === node ? right : left)
  if (EQUALITY.has(operator)) return defined({ compared })
  const isNumeric = ARITHMETIC.has(operator) || (ORDER.has(operator) && typeof compared === 'number')
  return isNumeric ? { type: 'number' } : {}
}

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!='])
const ORDER: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const ARITHMETIC: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**'])

function typeOf(value: JsonValue | undefined): ParamUse['type'] {
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}
