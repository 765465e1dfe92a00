/** Whether the text of a program waits for its calls, as far as that can be read off: what becomes of each promise. */
import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  MemberExpression,
} from 'acorn'
import { addToGroup, positionKey, type TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import { toolName } from './tool-name.js'
import { walk } from './walk.js'

export type Wait =
  /** The body of the program awaits it, or what it is a part of. */
  | { readonly kind: 'awaited' }
  /** Nothing is done with the promise that stands here. */
  | {
      readonly kind: 'dropped'
      readonly at: TextPosition
      /** The author says that nobody is to wait: `void`, or a handler of its own for errors. */
      readonly isMeant: boolean
      /** The last statement of the program, a call of a function of its own: nothing comes after it. */
      readonly isLast: boolean
    }
  /** It is handed on, and what becomes of it is not followed. */
  | { readonly kind: 'unknown' }

export interface Waits {
  /** Of the call at this place: at the tool's name. */
  waitOf(call: TextPosition): Wait
  /** The last statement, where it is a call of a function of the program's own that nobody awaits: its offset in the code. */
  readonly lastCallAt?: number
  /** Whether one of several may win: those that lose are not waited for, and are not meant to be. */
  readonly races: boolean
}

export function findWaits(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): Waits {
  const parents = new Map<AnyNode, AnyNode>()
  const callsOf = new Map<string, AnyNode[]>()
  const calls = new Map<string, AnyNode>()
  const positionOf = (node: AnyNode): TextPosition => positionAt(tree.offsetOf(node))
  noteTree()
  const last = lastCall(tree)
  return {
    races: RACES.test(code),
    waitOf(place) {
      const call = calls.get(positionKey(place))
      return call === undefined ? UNKNOWN : follow(call, { isMeant: false, seen: new Set() })
    },
    ...(last === undefined ? {} : { lastCallAt: tree.offsetOf(last) }),
  }

  function noteTree(): void {
    const above: AnyNode[] = []
    walk(tree.script, {
      enter(node) {
        const parent = above.at(-1)
        if (parent !== undefined) parents.set(node, parent)
        above.push(node)
        if (node.type !== 'CallExpression') return
        calls.set(positionKey(positionOf(toolName(node.callee))), node)
        if (node.callee.type !== 'Identifier') return
        addToGroup(callsOf, node.callee.name, node)
      },
      leave: () => void above.pop(),
    })
  }

  /** What becomes of the promise that an expression gives. */
  function follow(node: AnyNode, way: Way): Wait {
    const parent = parents.get(node)
    if (parent === undefined) return UNKNOWN
    switch (parent.type) {
      case 'AwaitExpression':
        return followFunction(functionAround(parent), way)
      case 'ReturnStatement':
        return followFunction(functionAround(parent), way)
      case 'ArrowFunctionExpression':
        return parent.body === node ? followFunction(parent, way) : UNKNOWN
      case 'ChainExpression':
      case 'LogicalExpression':
        return follow(parent, way)
      case 'ConditionalExpression':
        return parent.test === node ? UNKNOWN : follow(parent, way)
      case 'MemberExpression':
        return followChained(parent, node, way)
      case 'ArrayExpression':
        return followList(parent, way)
      case 'ExpressionStatement':
        return dropped(parent, way)
      case 'UnaryExpression':
        return parent.operator === 'void' ? dropped(parent, { ...way, isMeant: true }) : UNKNOWN
      default:
        return UNKNOWN
    }
  }

  function dropped(statement: AnyNode, { isMeant }: Way): Wait {
    // What settles a promise of the program's own by hand is waited for by that one.
    if (parents.get(functionAround(statement) ?? statement)?.type === 'NewExpression') return UNKNOWN
    return { kind: 'dropped', at: positionOf(statement), isMeant, isLast: statement === last }
  }

  /** `.then(…)`, `.catch(…)` and `.finally(…)` give another promise. */
  function followChained(member: MemberExpression, node: AnyNode, way: Way): Wait {
    const call = parents.get(member)
    if (member.object !== node || call?.type !== 'CallExpression' || call.callee !== member) return UNKNOWN
    const name = member.property.type === 'Identifier' && !member.computed ? member.property.name : ''
    if (!/^(then|catch|finally)$/.test(name)) return UNKNOWN
    const handles =
      (name === 'catch' && call.arguments.length > 0) || (name === 'then' && call.arguments.length > 1)
    return follow(call, { ...way, isMeant: way.isMeant || handles })
  }

  /** A list of promises is waited for by `Promise.all` and `Promise.allSettled`. */
  function followList(list: AnyNode, way: Way): Wait {
    const parent = parents.get(list)
    if (parent?.type === 'ExpressionStatement') return dropped(parent, way)
    if (parent?.type !== 'CallExpression' || parent.arguments[0] !== list) return UNKNOWN
    return ALL.test(textOf(parent.callee)) ? follow(parent, way) : UNKNOWN
  }

  /** What becomes of the promise that a function gives when it is called. */
  function followFunction(owner: FunctionNode | undefined, way: Way): Wait {
    if (owner === undefined) return AWAITED
    if (way.seen.has(owner)) return UNKNOWN
    way.seen.add(owner)
    const parent = parents.get(owner)
    const isDeclared = owner.type === 'FunctionDeclaration'
    if (isDeclared && parent?.type === 'Program') return AWAITED
    if (isDeclared) return followCallsOf(owner.id?.name, way)
    if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
      return followCallsOf(parent.id.name, way)
    if (parent?.type !== 'CallExpression') return UNKNOWN
    if (parent.callee === owner) return follow(parent, way)
    if (parent.arguments[0] !== owner || parent.callee.type !== 'MemberExpression') return UNKNOWN
    const { property, computed } = parent.callee
    const name = property.type === 'Identifier' && !computed ? property.name : ''
    if (name === 'map') return followList(parent, way)
    if (name === 'then') return follow(parent, way)
    // What the callback gives is not kept.
    return name === 'forEach' ? { ...AT_LOOP, at: positionOf(parent), isMeant: way.isMeant } : UNKNOWN
  }

  /** The one that is dropped counts; all of them have to be awaited. */
  function followCallsOf(name: string | undefined, way: Way): Wait {
    const ways = (name === undefined ? [] : (callsOf.get(name) ?? [])).map((call) => follow(call, way))
    if (ways.length === 0) return UNKNOWN
    return (
      ways.find((each) => each.kind === 'dropped' && !each.isLast) ??
      ways.find(({ kind }) => kind === 'dropped') ??
      ways.find(({ kind }) => kind === 'unknown') ??
      AWAITED
    )
  }

  function functionAround(node: AnyNode): FunctionNode | undefined {
    for (let at = parents.get(node); at !== undefined; at = parents.get(at))
      if (isFunction(at)) return parents.get(at)?.type === 'Program' ? undefined : at
    return undefined
  }

  function textOf(node: AnyNode): string {
    const start = tree.offsetOf(node)
    return code.slice(start, start + node.end - node.start)
  }
}

type FunctionNode =
  | FunctionDeclaration
  | AnonymousFunctionDeclaration
  | FunctionExpression
  | ArrowFunctionExpression

interface Way {
  readonly isMeant: boolean
  readonly seen: Set<AnyNode>
}

const AWAITED: Wait = { kind: 'awaited' }
const UNKNOWN: Wait = { kind: 'unknown' }
const AT_LOOP = { kind: 'dropped', isLast: false } as const
const ALL = /^Promise\s*\.\s*(all|allSettled)$/
const RACES = /\.\s*(race|any)\s*\(|\bAbort(Signal|Controller)\b/

function isFunction(node: AnyNode): node is FunctionNode {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

/** `main()` at the end: nothing comes after it, whoever runs the program waits for its calls. */
function lastCall({ body, script }: ScriptTree): AnyNode | undefined {
  const last = body.findLast(({ type }) => type !== 'FunctionDeclaration' && type !== 'EmptyStatement')
  if (last?.type !== 'ExpressionStatement' || last.expression.type !== 'CallExpression') return undefined
  const { callee } = last.expression
  if (isFunction(callee)) return last
  return callee.type === 'Identifier' && functionNames(script).has(callee.name) ? last : undefined
}

function functionNames(script: AnyNode): ReadonlySet<string> {
  const names = new Set<string>()
  walk(script, {
    enter(node) {
      if (node.type === 'FunctionDeclaration' && node.id) names.add(node.id.name)
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return
      if (isFunction(node.init)) names.add(node.id.name)
    },
  })
  return names
}
