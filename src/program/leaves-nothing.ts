/** Whether a text shows that a run of it leaves nothing in its guest: another run there finds all as the first one did. */
import type { AnyNode, CallExpression, Identifier, MemberExpression, NewExpression } from 'acorn'
import type { ScriptTree } from './parse-script.js'
import { lookUpName, type Scope, type Scopes } from './scope.js'
import { staticKey } from './static-key.js'
import { walkScopes } from './walk-scopes.js'

/**
 * What runs share are the engine's own objects and functions, and the guest's. True only where none of them can be changed, whatever the
 * calls answer: of the engine's own the text names functions alone that change nothing, and it calls them where it names them; no way
 * leads from a value to a constructor or a prototype; members are set of objects alone that the text itself makes; every name is read off the
 * text. Neither is there anything that reaches for the machine, counts on from one run to the next, or goes on after the end. What is not known here
 * leaves something.
 */
export function leavesNothing({ script }: ScriptTree, scopes: Scopes): boolean {
  let isClean = true
  walkScopes(script, scopes, (node, scope, above) => {
    isClean &&= isHarmless(node, scope, above)
  })
  return isClean
}

function isHarmless(node: AnyNode, scope: Scope, above: readonly AnyNode[]): boolean {
  switch (node.type) {
    case 'Identifier':
      return isNameOfMember(node, above.at(-1)) || isHarmlessName(node, scope, above)
    case 'MemberExpression':
      return isHarmlessMember(node, scope, above)
    case 'Property':
      // What an object is made with, it has itself, whatever it is called.
      return (
        (node.computed && above.at(-1)?.type === 'ObjectExpression') || isHarmlessKey(node.key, node.computed)
      )
    case 'UnaryExpression':
      return node.operator !== 'delete'
    case 'NewExpression':
      return node.callee.type === 'Identifier'
    default:
      return HARMLESS.has(node.type)
  }
}

/** A name of a member stands for no variable; which ones may be read is asked of what it is the member of. */
function isNameOfMember(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  return parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand
}

function isHarmlessKey(key: AnyNode, computed: boolean): boolean {
  if (key.type === 'Literal' && typeof key.value === 'number') return true
  const name = staticKey(key, computed)
  return name !== undefined && !LEADS_OUT.has(name)
}

/** A variable of the program, or something of the engine's own in a place where it can only be used. */
function isHarmlessName(node: Identifier, scope: Scope, above: readonly AnyNode[]): boolean {
  const { name } = node
  if (lookUpName(name, scope) !== undefined || VALUES.has(name)) return true
  const parent = above.at(-1)
  switch (parent?.type) {
    case 'CallExpression':
      return FUNCTIONS.has(name) && (parent.callee === node || isArgument(parent, node))
    case 'NewExpression':
      return parent.callee === node && CLASSES.has(name)
    case 'MemberExpression':
      return parent.object === node && isCallee(parent, above.at(-2)) && isHarmlessMethod(name, parent)
    case 'BinaryExpression':
      return parent.operator === 'instanceof' && parent.right === node
    default:
      return false
  }
}

function isArgument({ arguments: given }: CallExpression | NewExpression, node: AnyNode): boolean {
  return given.some((each) => each === node)
}

function isCallee(node: AnyNode, parent: AnyNode | undefined): boolean {
  return parent?.type === 'CallExpression' && parent.callee === node
}

function isHarmlessMethod(object: string, { property, computed }: MemberExpression): boolean {
  const name = staticKey(property, computed)
  return name !== undefined && METHODS.get(object)?.includes(name) === true
}

function isHarmlessMember(node: MemberExpression, scope: Scope, above: readonly AnyNode[]): boolean {
  const { object, property, computed } = node
  const parent = above.at(-1)
  switch (parent?.type) {
    case 'AssignmentExpression':
      // What is there already may be the value of a logical assignment: then it is read, too.
      if (parent.left === node)
        return isOwn(object, scope) && (parent.operator === '=' || isHarmlessKey(property, computed))
      break
    case 'UpdateExpression':
      return isOwn(object, scope) && isHarmlessKey(property, computed)
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      if (parent.left === node) return false
      break
    case 'ArrayPattern':
    case 'RestElement':
      return false
    case 'Property':
      if (above.at(-2)?.type === 'ObjectPattern' && parent.value === node) return false
  }
  return isHarmlessKey(property, computed)
}

/** A constant that stands for an object which the text makes there: whatever member of it is set, nothing else changes. */
function isOwn(object: AnyNode, scope: Scope): boolean {
  const binding = object.type === 'Identifier' ? lookUpName(object.name, scope) : undefined
  if (binding?.kind !== 'alias' || binding.keys.length > 0) return false
  return binding.from.type === 'ObjectExpression' || binding.from.type === 'ArrayExpression'
}

/** Members that lead from a value to what values share, or change that. */
const LEADS_OUT: ReadonlySet<string> = new Set([
  ...['constructor', 'prototype', '__proto__', 'caller', 'callee', 'arguments', 'call', 'apply', 'bind'],
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
])
const VALUES: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity'])
/** May be handed to others, too: they have no method that changes them. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'isNaN', 'isFinite'],
  ...['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI'],
])
const CLASSES: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'Date', 'Map', 'Set', 'Promise'],
])
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['JSON', ['parse', 'stringify']],
  ['Math', Object.getOwnPropertyNames(Math)],
  ['Number', ['isInteger', 'isSafeInteger', 'isFinite', 'isNaN', 'parseFloat', 'parseInt']],
  ['String', ['fromCharCode', 'fromCodePoint']],
  ['Array', ['isArray', 'from', 'of']],
  ['Object', ['keys', 'values', 'entries', 'fromEntries', 'hasOwn', 'is']],
  ['Promise', ['all', 'allSettled', 'race', 'any', 'resolve', 'reject']],
  ['Date', ['now', 'parse', 'UTC']],
  ['console', ['log', 'info', 'warn', 'error', 'debug']],
])

/** Kinds of nodes that change nothing by themselves. Without `this`, classes, tagged templates and generators. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['Program', 'BlockStatement', 'ExpressionStatement', 'EmptyStatement', 'ReturnStatement', 'IfStatement'],
  ...['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement'],
  ...['BreakStatement', 'ContinueStatement', 'SwitchStatement', 'SwitchCase', 'ThrowStatement'],
  ...['TryStatement', 'CatchClause', 'VariableDeclaration', 'VariableDeclarator', 'FunctionDeclaration'],
  ...['FunctionExpression', 'ArrowFunctionExpression', 'ObjectExpression', 'ArrayExpression'],
  ...['SpreadElement', 'RestElement', 'TemplateLiteral', 'TemplateElement', 'Literal', 'LogicalExpression'],
  ...['BinaryExpression', 'ConditionalExpression', 'SequenceExpression', 'ChainExpression'],
  ...['AwaitExpression', 'CallExpression', 'AssignmentExpression', 'UpdateExpression'],
  ...['ObjectPattern', 'ArrayPattern', 'AssignmentPattern'],
])
