/**
 * A program whose conditions can be watched: the same text, with calls of a watcher around what decides. Everything stays on its line;
 * columns move, and can be told back. Whoever runs it gives it the watcher under the name that the text has for it.
 */
import type {
  AnyNode,
  BinaryExpression,
  CallExpression,
  Expression,
  MemberExpression,
  SwitchStatement,
} from 'acorn'
import { shorten, type TextPosition } from '../base/index.js'
import { createEdits } from './edits.js'
import type { ScriptTree } from './parse-script.js'
import { staticKey } from './static-key.js'
import { unusedName } from './unused-name.js'
import { walk } from './walk.js'
import { asks, watchMethod, watchQuestion } from './watch-methods.js'
import { makesNames, noteCallee, watchName, watchOwnNames } from './watch-names.js'
import { noteMethod, watchItems, watchParameters, watchPattern } from './watch-patterns.js'
import {
  closing,
  hasOptional,
  type Rewriter,
  readAgain,
  watchArithmetic,
  watchCall,
  watchChange,
  watchConversion,
  watchItemOfChain,
  watchNew,
} from './watch-values.js'

export interface WatchedProgram {
  readonly code: string
  /** What the code calls the watcher. */
  readonly watcher: string
  /** By their numbers. */
  readonly conditions: readonly Condition[]
  /** Where a place of the watched code stands in the program. */
  placeOf(watched: TextPosition): TextPosition
}

export interface Condition extends TextPosition {
  /** As it stands in the program, shortened. */
  readonly text: string
}

/** Numbers every condition of the text and puts the watcher around it. */
export function watchConditions(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): WatchedProgram {
  const watcher = unusedName(code, '$watch')
  const conditions: Condition[] = []
  const edits = createEdits(code)
  const shift = tree.offsetOf({ start: 0 })
  const rewriter: Rewriter = {
    ...{ watcher, edits, inChain: new Set(), targets: new Set(), discarded: new Set(), callees: new Set() },
    methods: new Set(),
    makesNames: makesNames(tree.script),
    at: (offset) => offset + shift,
    unread: `${watcher}.H`,
    textOf: ({ start, end }) => code.slice(start + shift, end + shift),
    readAgain: (node) => readAgain(node, rewriter),
    number(node) {
      conditions.push({
        ...positionAt(node.start + shift),
        text: shorten(code.slice(node.start + shift, node.end + shift).replaceAll(/\s+/g, ' '), LONGEST_TEXT),
      })
      return conditions.length - 1
    },
  }
  walk(tree.script, { enter: (node) => watchNode(node, rewriter) })
  return { code: edits.apply(), watcher, conditions, placeOf: (place) => edits.placeOf(place) }
}

const LONGEST_TEXT = 120

function watchNode(node: AnyNode, to: Rewriter): void {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
      watchTest(node.test, to)
      return
    case 'ForStatement':
      if (node.test) watchTest(node.test, to)
      return
    case 'LogicalExpression':
      if (node.operator === '??') watchValue('n', node.left, to)
      else watchTest(node.left, to)
      return
    case 'UnaryExpression':
      if (node.operator === '!') watchTest(node.argument, to)
      else watchConversion(node, to)
      return
    case 'BinaryExpression':
      if (COMPARISONS.has(node.operator)) watchComparison(node, to)
      else if (node.operator === 'in' && node.left.type !== 'PrivateIdentifier') watchUnseen(node, 'in', to)
      else watchArithmetic(node, to)
      return
    case 'ExpressionStatement':
      to.discarded.add(node.expression)
      return
    case 'SwitchStatement':
      watchSwitch(node, to)
      return
    case 'ChainExpression':
      noteChain(node.expression, to)
      return
    case 'MemberExpression':
      if (node.optional) watchValue('n', node.object, to)
      watchMember(node, to)
      return
    case 'ObjectPattern':
      // What it is looked up in is not seen.
      for (const each of node.properties)
        if (each.type === 'Property' && each.computed) watchUnheld(each.key, to)
      return
    default:
      watchNames(node, to)
  }
}

/** What gives names, and what is called or changed by one. */
function watchNames(node: AnyNode, to: Rewriter): void {
  switch (node.type) {
    case 'VariableDeclarator':
      watchPattern(node.id, node.init, to)
      return
    case 'ForOfStatement':
      watchItems(node, to)
      return
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      watchParameters(node, to)
      return
    case 'ObjectExpression':
      watchOwnNames(node, to)
      return
    case 'MethodDefinition':
    case 'Property':
      noteMethod(node, to)
      return
    case 'NewExpression':
      noteCallee(node.callee, to)
      watchNew(node, to)
      return
    case 'CallExpression':
      to.callees.add(node.callee)
      if (asks(node)) watchMethod(node, to)
      else if (!watchQuestion(node, to)) watchCall(node, to)
      watchTimer(node, to)
      // Of `a.b?.()` the callee keeps what it is called on.
      if (node.optional && node.callee.type === 'Identifier') watchValue('n', node.callee, to)
      return
    case 'AssignmentExpression':
      to.targets.add(node.left)
      watchChange(node, to)
      watchPattern(node.left, node.right, to)
      return
    case 'UpdateExpression':
      to.targets.add(node.argument)
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>='])

/** What is watched itself needs no watch as a test. */
function watchTest(node: Expression, to: Rewriter): void {
  switch (node.type) {
    case 'BinaryExpression':
      if (!COMPARISONS.has(node.operator)) watchValue('t', node, to)
      return
    case 'UnaryExpression':
      if (node.operator !== '!') watchValue('t', node, to)
      return
    case 'LogicalExpression':
      // The left side is watched where it is met.
      watchTest(node.right, to)
      if (node.operator === '??') watchValue('t', node, to)
      return
    case 'Literal':
      return
    default:
      watchValue('t', node, to)
  }
}

function watchValue(kind: 't' | 'n', node: AnyNode, to: Rewriter): void {
  if (node.type === 'Super') return
  const { watcher, edits, at } = to
  edits.insertBefore(at(node.start), `${watcher}.${kind}(${to.number(node)},(`)
  edits.insertAfter(at(node.end), '))')
}

/** What it is asked of is not looked at: it is never known. */
function watchUnseen(node: AnyNode, kind: string, to: Rewriter): void {
  const { watcher, edits, at } = to
  edits.insertBefore(at(node.start), `${watcher}.b(${to.number(node)},"${kind}",(`)
  edits.insertAfter(at(node.end), `),${watcher}.H)`)
}

/** How long is waited decides what is first. */
function watchTimer({ callee, arguments: given }: CallExpression, to: Rewriter): void {
  const delay = isTimer(callee) ? given[1] : isTimeout(callee) ? given[0] : undefined
  if (delay === undefined || delay.type === 'SpreadElement') return
  watchUnheld(delay, to)
}

function isTimer(callee: AnyNode): boolean {
  return callee.type === 'Identifier' && (callee.name === 'setTimeout' || callee.name === 'setInterval')
}

function isTimeout(callee: AnyNode): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  return callee.object.name === 'AbortSignal' && staticKey(callee.property, callee.computed) === 'timeout'
}

/** What decides without being held against anything. */
function watchUnheld(node: AnyNode, { watcher, edits, at, number }: Rewriter): void {
  if (node.type === 'Literal') return
  edits.insertBefore(at(node.start), `${watcher}.h(${number(node)},(`)
  edits.insertAfter(at(node.end), '))')
}

function watchComparison(node: BinaryExpression, to: Rewriter): void {
  if (node.left.type === 'PrivateIdentifier') return
  const { watcher, edits, at } = to
  const operator = edits.find(node.operator, at(node.left.end), at(node.right.start))
  if (operator === undefined) return
  edits.insertBefore(at(node.start), `${watcher}.c(${to.number(node)},"${node.operator}",`)
  edits.replace(operator, operator + node.operator.length, ',')
  edits.insertAfter(at(node.end), ')')
}

function watchSwitch(node: SwitchStatement, to: Rewriter): void {
  const { watcher, edits, at } = to
  const id = to.number(node.discriminant)
  edits.insertBefore(at(node.discriminant.start), `${watcher}.d(${id},(`)
  edits.insertAfter(at(node.discriminant.end), '))')
  for (const { test } of node.cases) {
    if (!test) continue
    edits.insertBefore(at(test.start), `${watcher}.k(${to.number(test)},${id},(`)
    edits.insertAfter(at(test.end), '))')
  }
}

/** What lies inside a chain that may end early ends with it: nothing is put around that but where it is asked whether it ends. */
function noteChain(expression: AnyNode, to: Rewriter): void {
  let node = expression
  while (node.type === 'MemberExpression' || node.type === 'CallExpression') {
    node = node.type === 'MemberExpression' ? node.object : node.callee
    if (hasOptional(node)) to.inChain.add(node)
  }
}

/** A table that is looked up by a computed name. */
function watchMember(node: MemberExpression, to: Rewriter): void {
  const { watcher, edits, at } = to
  if (!node.computed || isName(node.property)) {
    watchName(node, to)
    return
  }
  if (node.object.type === 'Super') return
  if (hasOptional(node.object)) {
    watchItemOfChain(node, to)
    return
  }
  const id = to.number(node)
  edits.insertBefore(at(node.start), `${watcher}.i(${id},`)
  edits.insertAfter(
    at(node.object.end) + closing(edits, at(node.object.end), node.optional ? '?.' : '['),
    ')',
  )
  edits.insertBefore(at(node.property.start), `${watcher}.${to.targets.has(node) ? 'z' : 'j'}(${id},(`)
  edits.insertAfter(at(node.property.end), '))')
}

/** Written where it is asked for: only what stands far behind may be missing. */
function isName(property: AnyNode): boolean {
  return property.type === 'Literal' && typeof property.value !== 'number'
}
