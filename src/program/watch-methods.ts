/** Methods that ask something: of a text, a list, a set, a map, a regular expression. */
import type { CallExpression, Identifier, MemberExpression } from 'acorn'
import { closing, hasOptional, isPlainRead, mayPause, type Rewriter } from './watch-values.js'

const METHODS: ReadonlySet<string> = new Set([
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'match', 'matchAll', 'search', 'split'],
  ...['replace', 'replaceAll', 'test', 'exec', 'has', 'get', 'localeCompare', 'isInteger', 'isSafeInteger'],
])

type MethodCall = CallExpression & {
  readonly callee: MemberExpression & { readonly property: Identifier }
}

export function asks(node: CallExpression): node is MethodCall {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return false
  const { name } = callee.property
  const isOfNumber = callee.object.type === 'Identifier' && callee.object.name === 'Number'
  return (METHODS.has(name) && callee.object.type !== 'Super') || (OF_NUMBERS.has(name) && isOfNumber)
}

/** Functions that ask whether a number is one: what every answer's number is, and not all that is made of them. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['isFinite', 'isNaN'])

/** `isFinite(n)`, asked of nothing. */
export function watchQuestion(node: CallExpression, to: Rewriter): boolean {
  const { callee } = node
  const [given] = node.arguments
  if (callee.type !== 'Identifier' || !OF_NUMBERS.has(callee.name) || node.optional) return false
  if (given === undefined || given.type === 'SpreadElement' || mayPause(given)) return false
  const { watcher, edits, at } = to
  const id = to.number(node)
  edits.insertBefore(at(node.start), `${watcher}.r(${id},(${watcher}.o(${id},"${callee.name}",''),`)
  edits.insertBefore(at(given.start), `${watcher}.a(${id},(`)
  edits.insertAfter(at(given.end), '))')
  edits.insertAfter(at(node.end), '))')
  return true
}

export function watchMethod(node: MethodCall, to: Rewriter): void {
  const { callee } = node
  const { name } = callee.property
  const { watcher, edits, at } = to
  const isChain = hasOptional(node)
  const id = to.number(node)
  if (isChain && to.inChain.has(node)) {
    // Nothing is put around a part of a chain that goes on: what it is asked with tells that it was asked.
    const [first] = node.arguments
    if (first === undefined || first.type === 'SpreadElement') return
    edits.insertBefore(at(first.start), `${watcher}.u(${id},"${name}",${to.readAgain(callee.object)},(`)
    edits.insertAfter(at(first.end), '))')
    return
  }
  // What stands before `?.` is a value of its own. Where the chain may have ended before that, it is read once more for a look.
  const standsAlone = !isChain || (callee.optional && !node.optional)
  const isRead = !standsAlone && isPlainRead(callee.object)
  if ((!standsAlone && !isRead) || node.arguments.some(mayPause)) {
    edits.insertBefore(at(node.start), `${watcher}.b(${id},"${name}",`)
    edits.insertAfter(at(node.end), `,${to.readAgain(callee.object)})`)
    return
  }
  const look = `${watcher}.o(${id},"${name}",`
  if (isRead) {
    edits.insertBefore(at(node.start), `${watcher}.r(${id},(${look}${to.readAgain(callee.object)}),`)
  } else {
    edits.insertBefore(at(node.start), `${watcher}.r(${id},${look}`)
    const end = at(callee.object.end)
    edits.insertAfter(end + closing(edits, end, callee.optional ? '?.' : '.'), ')')
  }
  for (const argument of node.arguments) {
    if (argument.type === 'SpreadElement') continue
    edits.insertBefore(at(argument.start), `${watcher}.a(${id},(`)
    edits.insertAfter(at(argument.end), '))')
  }
  edits.insertAfter(at(node.end), isRead ? '))' : ')')
}
