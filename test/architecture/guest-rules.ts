/**
 * What the code of the guest may do while a program runs beside it in the same realm: nothing that a program could have redefined.
 * Code of a module's top level, and the direct body of what installs, runs before any program and is free.
 */
import { isNode, nameOf, nodeAt, nodesAt, type SyntaxNode, textOf } from './syntax.js'

/** A place that trusts what a program can reach. */
export interface TrustedPlace {
  readonly rule: GuestRule
  /** What stands there: a name, or the type of the syntax. */
  readonly what: string
  readonly line: number
}

export type GuestRule =
  | 'asks the iterator of a list'
  | 'waits for a promise as the language does'
  | 'reads a name that every object inherits'
  | 'calls a method that every object inherits'
  | 'reads a member by a computed name'
  | 'assigns to a member by a computed name'
  | 'uses a global name'
  | 'asks a constructor or a prototype'
  | 'runs a regular expression'
  | 'hands the engine an object that inherits'
  | 'may lack a member of its own'
  | 'asks what its class extends'

/** Every place in the functions of one file, but for those that `allowed` names: `name` or `rule: name`. */
export function trustedPlaces(
  program: SyntaxNode,
  lineOf: (node: SyntaxNode) => number,
  allowed: readonly string[] = [],
): TrustedPlace[] {
  const bound = boundNames(program)
  const fromPrimordials = importedNames(program, './primordials.js')
  const holdsBytes = fromPrimordials.has('NativeUint8Array')
  const found: TrustedPlace[] = []
  visit(program, OUTSIDE)
  return found

  function visit(node: SyntaxNode, place: Place): void {
    if (isType(node)) {
      if (node.type === 'TSPropertySignature' && node.optional === true)
        report('may lack a member of its own', nameOf(nodeAt(node, 'key')) ?? '?', node)
      for (const child of childrenOf(node)) visit(child, OUTSIDE)
      return
    }
    const inner = isFunction(node) ? insideOf(node, place) : place
    if (place.runtime && !place.free) inspect(node)
    for (const child of childrenOf(node)) visit(child, inner)
  }

  function inspect(node: SyntaxNode): void {
    switch (node.type) {
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ArrayPattern':
      case 'YieldExpression':
        report('asks the iterator of a list', node.type, node)
        return
      case 'ArrayExpression':
      case 'CallExpression':
      case 'NewExpression':
        inspectList(node)
        inspectCall(node)
        return
      case 'AwaitExpression':
        report('waits for a promise as the language does', 'await', node)
        return
      case 'ObjectPattern':
        for (const property of nodesAt(node, 'properties')) inspectName(nameOf(nodeAt(property, 'key')), node)
        return
      case 'MemberExpression':
        inspectMember(node)
        return
      case 'AssignmentExpression':
        if (nodeAt(node, 'left')?.type === 'MemberExpression') inspectAssigned(nodeAt(node, 'left'))
        return
      case 'BinaryExpression':
        if (node.operator === 'instanceof' || node.operator === 'in')
          report('asks a constructor or a prototype', String(node.operator), node)
        return
      case 'Literal':
        if (isNode(node) && 'regex' in node && node.regex !== undefined)
          report('runs a regular expression', 'regex', node)
        return
      case 'Super':
        report('asks what its class extends', 'super', node)
        return
      case 'Identifier':
        if (!bound.has(String(node.name)) && !HARMLESS_GLOBALS.has(String(node.name)))
          report('uses a global name', String(node.name), node)
    }
  }

  function inspectList(node: SyntaxNode): void {
    for (const field of ['elements', 'arguments'])
      for (const item of nodesAt(node, field))
        if (item.type === 'SpreadElement') report('asks the iterator of a list', 'spread', item)
  }

  function inspectCall(node: SyntaxNode): void {
    const callee = nodeAt(node, 'callee')
    const name = callee?.type === 'MemberExpression' ? nameOf(nodeAt(callee, 'property')) : undefined
    if (name !== undefined && INHERITED_METHODS.has(name))
      report('calls a method that every object inherits', name, node)
    const calledName = nameOf(callee)
    if (calledName === undefined || !fromPrimordials.has(calledName) || KEEPS_OBJECTS.test(calledName)) return
    for (const given of nodesAt(node, 'arguments'))
      if (given.type === 'ObjectExpression')
        report('hands the engine an object that inherits', calledName, node)
  }

  function inspectMember(node: SyntaxNode): void {
    const property = nodeAt(node, 'property')
    if (node.computed !== true) inspectName(nameOf(property), node)
    else if (!isIndex(property)) report('reads a member by a computed name', sourceName(property), node)
  }

  function inspectAssigned(left: SyntaxNode | undefined): void {
    if (left?.computed === true)
      report('assigns to a member by a computed name', sourceName(nodeAt(left, 'object')), left)
  }

  function inspectName(name: string | undefined, node: SyntaxNode): void {
    if (name !== undefined && (INHERITED_NAMES.has(name) || (name === 'length' && holdsBytes)))
      report('reads a name that every object inherits', name, node)
  }

  function report(rule: GuestRule, what: string, node: SyntaxNode): void {
    if (allowed.includes(what) || allowed.includes(`${rule}: ${what}`)) return
    found.push({ rule, what, line: lineOf(node) })
  }
}

interface Place {
  /** Inside a function. */
  readonly runtime: boolean
  /** In the direct body of a function that runs before any program. */
  readonly free: boolean
}

const OUTSIDE: Place = { runtime: false, free: false }

function insideOf(node: SyntaxNode, place: Place): Place {
  return { runtime: true, free: !place.runtime && runsBefore(node) }
}

/** By its name: whatever installs, opens or takes is called once, before any program. */
function runsBefore(node: SyntaxNode): boolean {
  return /^(install|open|confine|watch|take|start)[A-Z]/.test(nameOf(nodeAt(node, 'id')) ?? '')
}

/** `list[0]` and `list[i]`: the elements of a list are its own. */
function isIndex(property: SyntaxNode | undefined): boolean {
  if (property?.type === 'Literal') return typeof property.value === 'number'
  return property?.type === 'Identifier' && property.name === 'i'
}

function sourceName(node: SyntaxNode | undefined): string {
  return nameOf(node) ?? textOf(node) ?? node?.type ?? '?'
}

function isFunction(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

const EXPRESSIONS_OF_TYPES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

function isType(node: SyntaxNode): boolean {
  return node.type.startsWith('TS') && !EXPRESSIONS_OF_TYPES.has(node.type)
}

/** The nodes below one, without names that are no references: keys, and members by name. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'key' && node.computed !== true) return []
    if (field === 'property' && node.type === 'MemberExpression' && node.computed !== true) return []
    return [value].flat().filter(isNode)
  })
}

/** Every name that a file declares or imports, wherever. */
function boundNames(program: SyntaxNode): Set<string> {
  const names = new Set<string>(['arguments'])
  collect(program)
  return names

  function collect(node: SyntaxNode): void {
    if (/^Import.*Specifier$/.test(node.type)) bind(nodeAt(node, 'local'))
    if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) bind(nodeAt(node, 'id'))
    // A `declare const` names what the runtime has: it is a global all the same.
    if (node.type === 'VariableDeclaration' && node.declare === true) return
    if (node.type === 'VariableDeclarator') bind(nodeAt(node, 'id'))
    if (isFunction(node)) for (const parameter of nodesAt(node, 'params')) bind(parameter)
    if (node.type === 'CatchClause') bind(nodeAt(node, 'param'))
    for (const child of Object.values(node).flat()) if (isNode(child)) collect(child)
  }

  function bind(pattern: SyntaxNode | undefined): void {
    if (pattern === undefined) return
    if (pattern.type === 'Identifier') names.add(String(pattern.name))
    for (const field of ['argument', 'left', 'value']) bind(nodeAt(pattern, field))
    for (const field of ['properties', 'elements']) for (const each of nodesAt(pattern, field)) bind(each)
  }
}

function importedNames(program: SyntaxNode, from: string): Set<string> {
  const names = nodesAt(program, 'body')
    .filter((node) => node.type === 'ImportDeclaration' && textOf(nodeAt(node, 'source')) === from)
    .flatMap((node) => nodesAt(node, 'specifiers').map((each) => nameOf(nodeAt(each, 'local')) ?? ''))
  return new Set(names)
}

/** What takes an object and asks it for nothing. */
const KEEPS_OBJECTS = /^(bare|mapSet|weakMapSet|weakSetAdd)$/

/** They cannot be redefined. */
const HARMLESS_GLOBALS = new Set(['undefined', 'NaN', 'Infinity', 'globalThis'])

const PROTOTYPES: readonly object[] = [
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Promise,
  Map,
  Set,
  WeakMap,
  WeakSet,
  WeakRef,
  ArrayBuffer,
  DataView,
  RegExp,
  Error,
  Date,
].map(({ prototype }): object => prototype)

const INHERITED: readonly string[] = [
  ...PROTOTYPES,
  Object.getPrototypeOf(Uint8Array.prototype) as object,
].flatMap((prototype) => Object.getOwnPropertyNames(prototype))

/** `length` is a list's and a text's own. Of bytes it is inherited: files that hold bytes may not use it. */
const INHERITED_NAMES = new Set([...INHERITED.filter((name) => name !== 'length'), 'stack', 'prototype'])
const INHERITED_METHODS = new Set(INHERITED)
