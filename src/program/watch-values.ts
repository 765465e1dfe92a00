/**
 * Operations whose result may stay the same while what they are given moves: methods of the language's own values, its readers of
 * numbers, and arithmetic. The watcher is told what each was given, and what it gave.
 */
import type {
  AnyNode,
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  UnaryExpression,
} from 'acorn'
import type { Edits } from './edits.js'
import { walk } from './walk.js'

/** A call of a method, or of one of the language's readers of numbers. */
export function watchCall(node: CallExpression, to: Rewriter): void {
  const { callee } = node
  watchRange(node, to)
  if (node.arguments.some(mayPause)) return
  if (callee.type === 'Identifier') {
    if (
      node.optional ||
      (!CHECKERS.has(callee.name) && (!READERS.has(callee.name) || to.discarded.has(node)))
    )
      return
    const id = begin(node, callee.name, to)
    to.edits.insertAfter(to.at(callee.end), ')')
    watchArguments(id, node, to)
    return
  }
  if (to.discarded.has(node)) return
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
  const { object, property, optional } = callee
  if (object.type === 'Super' || CHANGERS.has(property.name) || isOfServers(object)) return
  // In the midst of a chain that may end early nothing has a subject of its own.
  if (to.inChain.has(node)) return
  if (hasOptional(object) && (!optional || node.optional)) {
    watchEnd(node, property.name, to.readAgain(object), to)
    return
  }
  const id = begin(node, property.name, to)
  const end = to.at(object.end)
  to.edits.insertAfter(end + closing(to.edits, end, optional ? '?.' : '.'), ')')
  watchArguments(id, node, to)
}

/** A number outside of which a method throws: for that alone it may be called. */
function watchRange({ callee, arguments: [given] }: CallExpression, to: Rewriter): void {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
  const { name } = callee.property
  if (!RANGED.has(name) || given === undefined || given.type === 'SpreadElement' || given.type === 'Literal')
    return
  const { watcher, edits, at } = to
  edits.insertBefore(at(given.start), `${watcher}.l(${to.number(given)},"${name}",(`)
  edits.insertAfter(at(given.end), '))')
}

const RANGED: ReadonlySet<string> = new Set([
  ...['toFixed', 'toExponential', 'toPrecision', 'toString', 'repeat', 'fromCodePoint'],
])

/** The end of a chain, as far as what it is asked of can be read once more. */
function watchEnd(node: CallExpression, operation: string, from: string, to: Rewriter): void {
  const { watcher, edits, at } = to
  if (from === to.unread) return
  const id = to.number(node)
  edits.insertBefore(at(node.start), `${watcher}.v(${id},(${watcher}.p(${id},"${operation}",${from}),`)
  edits.insertAfter(at(node.end), '))')
  watchArguments(id, node, to)
}

/** What puts the watcher around parts of a program's text has in common. */
export interface Rewriter {
  readonly watcher: string
  readonly edits: Edits
  /** What a value is made of, to be read once more; `unread` where that cannot be read without doing something. */
  readAgain(node: AnyNode): string
  /** As it stands in the program. */
  textOf(node: AnyNode): string
  readonly unread: string
  /** Parts of a chain that may end early. */
  readonly inChain: Set<AnyNode>
  /** What is assigned to: nothing is looked up there. */
  readonly targets: Set<AnyNode>
  /** Calls whose result nobody takes. */
  readonly discarded: Set<AnyNode>
  /** What is called. */
  readonly callees: Set<AnyNode>
  /** Functions that can only be methods, constructors or setters. */
  readonly methods: Set<AnyNode>
  /** Whether objects have names that do not stand in the text. */
  readonly makesNames: boolean
  /** The offset in the code of one in the tree. */
  at(offset: number): number
  number(node: AnyNode): number
}

/** Whether it may end early, as the part of a chain. */
export function hasOptional(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return node.optional || hasOptional(node.object)
  if (node.type === 'CallExpression') return node.optional || hasOptional(node.callee)
  return false
}

/** How much of the parentheses around what ends here stands before a sign. */
export function closing(edits: Edits, end: number, sign: string): number {
  return (edits.find(sign, end, end + 200) ?? end) - end
}

/** Whether other code may run in the midst of it. */
export function mayPause(node: AnyNode): boolean {
  let found = false
  walk(node, {
    enter({ type }) {
      found ||= type === 'AwaitExpression' || type === 'YieldExpression'
    },
  })
  return found
}

const READERS: ReadonlySet<string> = new Set(['parseInt', 'parseFloat', 'Number', 'BigInt', 'Boolean'])

/** Of texts: what they give is seen where it is used, and not that they might throw, for which alone they may be called. */
const CHECKERS: ReadonlySet<string> = new Set(['RegExp', 'decodeURI', 'decodeURIComponent', 'atob'])

/** What they give hangs on how often they were called, or on nothing. */
const CHANGERS: ReadonlySet<string> = new Set([
  ...['push', 'unshift', 'set', 'add', 'forEach', 'then', 'catch', 'finally', 'getTimezoneOffset'],
])

/** A part of `mcp.server.tool`: what a server says is watched where it is used. */
export function isOfServers(node: AnyNode): boolean {
  if (node.type === 'MemberExpression') return isOfServers(node.object)
  return node.type === 'Identifier' && (node.name === 'mcp' || node.name === 'console')
}

export function watchArithmetic(node: BinaryExpression, to: Rewriter): void {
  if (!ARITHMETIC.has(node.operator) || mayPause(node.right)) return
  const id = begin(node, node.operator, to)
  const end = to.at(node.left.end)
  to.edits.insertAfter(end + closing(to.edits, end, node.operator), ')')
  watchArgument(id, node.right, to)
}

/** Not `+`, which texts are joined with. */
const ARITHMETIC: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^'])

/** `n %= 7`: written as what it stands for, where nothing is looked up twice. */
export function watchChange({ left, operator, right, end }: AssignmentExpression, to: Rewriter): void {
  const operation = operator.slice(0, -1)
  if (left.type !== 'Identifier' || !ARITHMETIC.has(operation) || mayPause(right)) return
  const { watcher, edits, at } = to
  const sign = edits.find(operator, at(left.end), at(right.start))
  if (sign === undefined) return
  const id = to.number(left)
  const begun = `=${watcher}.v(${id},${watcher}.p(${id},"${operation}",${left.name})${operation} `
  edits.replace(sign, sign + operator.length, begun)
  edits.insertAfter(at(end), ')')
  watchArgument(id, right, to)
}

export function watchConversion(node: UnaryExpression, to: Rewriter): void {
  const { argument, operator } = node
  if ((operator !== '+' && operator !== '~') || argument.type === 'Literal') return
  const { watcher, edits, at } = to
  const id = to.number(node)
  edits.insertBefore(at(node.start), `${watcher}.v(${id},`)
  edits.insertAfter(at(node.end), ')')
  edits.insertBefore(at(argument.start), `${watcher}.p(${id},"${operator}",(`)
  edits.insertAfter(at(argument.end), '))')
}

/** For an operation that begins with its subject; whoever calls it puts the parenthesis behind that. */
function begin(node: AnyNode, operation: string, to: Rewriter): number {
  const { watcher, edits, at } = to
  const id = to.number(node)
  edits.insertBefore(at(node.start), `${watcher}.v(${id},${watcher}.p(${id},"${operation}",`)
  edits.insertAfter(at(node.end), ')')
  return id
}

/** `new URL(text)`: what it gives is not looked into, but whether it throws. */
export function watchNew(node: NewExpression, to: Rewriter): void {
  if (node.arguments.length === 0 || node.arguments.some(mayPause)) return
  const { watcher, edits, at } = to
  const { callee } = node
  const id = to.number(node)
  const isChecker = callee.type === 'Identifier' && CHECKERS.has(callee.name)
  const begun = isChecker ? `(${watcher}.p(${id},"${callee.name}"),` : '('
  edits.insertBefore(at(node.start), `${watcher}.v(${id},${begun}`)
  edits.insertAfter(at(node.end), '))')
  watchArguments(id, node, to)
  for (const each of node.arguments) if (each.type === 'ObjectExpression') watchOptions(id, each, to)
}

/** Of an object that is looked into no further, what it is made of here: an option may be one that is refused. */
function watchOptions(id: number, { properties }: ObjectExpression, to: Rewriter): void {
  for (const each of properties)
    if (
      each.type === 'Property' &&
      !each.shorthand &&
      each.value.type !== 'Literal' &&
      !isFunction(each.value)
    )
      watchArgument(id, each.value, to)
}

/** What it gives is named by where it stands. */
function isFunction({ type }: AnyNode): boolean {
  return ['FunctionExpression', 'ArrowFunctionExpression', 'ClassExpression'].includes(type)
}

function watchArguments(id: number, node: CallExpression | NewExpression, to: Rewriter): void {
  for (const each of node.arguments)
    watchArgument(id, each.type === 'SpreadElement' ? each.argument : each, to)
}

function watchArgument(id: number, node: AnyNode, { watcher, edits, at }: Rewriter): void {
  edits.insertBefore(at(node.start), `${watcher}.q(${id},(`)
  edits.insertAfter(at(node.end), '))')
}

/** Names and members that are looked up, and no other code: to read it twice does nothing. */
export function isPlainRead(node: AnyNode): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'ThisExpression':
      return true
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return isPlainRead(node.expression)
    case 'MemberExpression':
      return (
        isPlainRead(node.object) &&
        (node.computed
          ? node.property.type === 'Literal' || node.property.type === 'Identifier'
          : node.property.type === 'Identifier')
      )
    default:
      return false
  }
}

/** The beginning of a chain that is a plain read, where nothing but that, and what functions do, makes what comes of it. */
function plainStart(node: AnyNode): AnyNode | undefined {
  if (isPlainRead(node)) return node
  switch (node.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return plainStart(node.expression)
    case 'MemberExpression':
      return node.computed && node.property.type !== 'Literal' ? undefined : plainStart(node.object)
    case 'CallExpression': {
      const isPlain = node.arguments.every(
        ({ type }) => type === 'Literal' || type.endsWith('unctionExpression'),
      )
      return isPlain && node.callee.type === 'MemberExpression' ? plainStart(node.callee.object) : undefined
    }
    default:
      return undefined
  }
}

export function readAgain(node: AnyNode, { textOf, unread }: Pick<Rewriter, 'textOf' | 'unread'>): string {
  const start = plainStart(node)
  // All stays on its line, and a comment would go on in it.
  const text = start && textOf(start).replaceAll(/[\r\n]+/g, ' ')
  return text === undefined || /\/[/*]/.test(text) ? unread : text
}

/** An item by a computed index or name, where a chain may have ended before. */
export function watchItemOfChain(node: MemberExpression, to: Rewriter): void {
  const { watcher, edits, at } = to
  const from = to.readAgain(node.object)
  if (from === to.unread || mayPause(node.property)) return
  const id = to.number(node)
  edits.insertBefore(at(node.property.start), `(${watcher}.i(${id},${from}),${watcher}.j(${id},(`)
  edits.insertAfter(at(node.property.end), ')))')
}
