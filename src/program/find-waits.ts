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
  readonly lastCallAt?: number | undefined
  /** Whether one of several may win: those that lose are not waited for, and are not meant to be. */
  readonly races: boolean
}

export function findWaits(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): Waits {
  return new TreeOfWaits(tree, code, positionAt)
}

class TreeOfWaits implements Waits {
  readonly #tree: ScriptTree
  readonly #code: string
  readonly #positionAt: (offset: number) => TextPosition
  readonly races: boolean
  readonly #parents = new Map<AnyNode, AnyNode>()
  readonly #callsOf = new Map<string, AnyNode[]>()
  readonly #calls = new Map<string, AnyNode>()
  readonly #last: AnyNode | undefined

  constructor(tree: ScriptTree, code: string, positionAt: (offset: number) => TextPosition) {
    this.#tree = tree
    this.#code = code
    this.#positionAt = positionAt
    this.#last = lastCall(tree)
    this.races = RACES.test(code)
    const above: AnyNode[] = []
    walk(tree.script, {
      enter: (node) => {
        this.#note(node, above.at(-1))
        above.push(node)
      },
      leave: () => void above.pop(),
    })
  }

  get lastCallAt(): number | undefined {
    return this.#last && this.#tree.offsetOf(this.#last)
  }

  waitOf(place: TextPosition): Wait {
    const call = this.#calls.get(positionKey(place))
    return call === undefined ? UNKNOWN : this.#follow(call, { isMeant: false, seen: new Set() })
  }

  #note(node: AnyNode, parent: AnyNode | undefined): void {
    if (parent !== undefined) this.#parents.set(node, parent)
    if (node.type !== 'CallExpression') return
    this.#calls.set(positionKey(this.#positionOf(toolName(node.callee))), node)
    if (node.callee.type === 'Identifier') addToGroup(this.#callsOf, node.callee.name, node)
  }

  /** What becomes of the promise that an expression gives. */
  #follow(node: AnyNode, way: Way): Wait {
    const parent = this.#parents.get(node)
    if (parent === undefined) return UNKNOWN
    switch (parent.type) {
      case 'AwaitExpression':
        return this.#followFunction(this.#functionAround(parent), way)
      case 'ReturnStatement':
        return this.#followFunction(this.#functionAround(parent), way)
      case 'ArrowFunctionExpression':
        return parent.body === node ? this.#followFunction(parent, way) : UNKNOWN
      case 'ChainExpression':
      case 'LogicalExpression':
        return this.#follow(parent, way)
      case 'ConditionalExpression':
        return parent.test === node ? UNKNOWN : this.#follow(parent, way)
      case 'MemberExpression':
        return this.#followChained(parent, node, way)
      case 'ArrayExpression':
        return this.#followList(parent, way)
      case 'ExpressionStatement':
        return this.#dropped(parent, way)
      case 'UnaryExpression':
        return parent.operator === 'void' ? this.#dropped(parent, { ...way, isMeant: true }) : UNKNOWN
      default:
        return UNKNOWN
    }
  }

  #dropped(statement: AnyNode, { isMeant }: Way): Wait {
    // What settles a promise of the program's own by hand is waited for by that one.
    if (this.#parents.get(this.#functionAround(statement) ?? statement)?.type === 'NewExpression')
      return UNKNOWN
    return { kind: 'dropped', at: this.#positionOf(statement), isMeant, isLast: statement === this.#last }
  }

  /** `.then(…)`, `.catch(…)` and `.finally(…)` give another promise. */
  #followChained(member: MemberExpression, node: AnyNode, way: Way): Wait {
    const call = this.#parents.get(member)
    if (member.object !== node || call?.type !== 'CallExpression' || call.callee !== member) return UNKNOWN
    const name = member.property.type === 'Identifier' && !member.computed ? member.property.name : ''
    if (!/^(then|catch|finally)$/.test(name)) return UNKNOWN
    const handles =
      (name === 'catch' && call.arguments.length > 0) || (name === 'then' && call.arguments.length > 1)
    return this.#follow(call, { ...way, isMeant: way.isMeant || handles })
  }

  /** A list of promises is waited for by `Promise.all` and `Promise.allSettled`. */
  #followList(list: AnyNode, way: Way): Wait {
    const parent = this.#parents.get(list)
    if (parent?.type === 'ExpressionStatement') return this.#dropped(parent, way)
    if (parent?.type !== 'CallExpression' || parent.arguments[0] !== list) return UNKNOWN
    return ALL.test(this.#textOf(parent.callee)) ? this.#follow(parent, way) : UNKNOWN
  }

  /** What becomes of the promise that a function gives when it is called. */
  #followFunction(owner: FunctionNode | undefined, way: Way): Wait {
    if (owner === undefined) return AWAITED
    if (way.seen.has(owner)) return UNKNOWN
    way.seen.add(owner)
    const parent = this.#parents.get(owner)
    const isDeclared = owner.type === 'FunctionDeclaration'
    if (isDeclared && parent?.type === 'Program') return AWAITED
    if (isDeclared) return this.#followCallsOf(owner.id?.name, way)
    if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
      return this.#followCallsOf(parent.id.name, way)
    if (parent?.type !== 'CallExpression') return UNKNOWN
    if (parent.callee === owner) return this.#follow(parent, way)
    if (parent.arguments[0] !== owner || parent.callee.type !== 'MemberExpression') return UNKNOWN
    const { property, computed } = parent.callee
    const name = property.type === 'Identifier' && !computed ? property.name : ''
    if (name === 'map') return this.#followList(parent, way)
    if (name === 'then') return this.#follow(parent, way)
    // What the callback gives is not kept.
    return name === 'forEach' ? { ...AT_LOOP, at: this.#positionOf(parent), isMeant: way.isMeant } : UNKNOWN
  }

  /** The one that is dropped counts; all of them have to be awaited. */
  #followCallsOf(name: string | undefined, way: Way): Wait {
    const ways = (name === undefined ? [] : (this.#callsOf.get(name) ?? [])).map((call) =>
      this.#follow(call, way),
    )
    if (ways.length === 0) return UNKNOWN
    return (
      ways.find((each) => each.kind === 'dropped' && !each.isLast) ??
      ways.find(({ kind }) => kind === 'dropped') ??
      ways.find(({ kind }) => kind === 'unknown') ??
      AWAITED
    )
  }

  #positionOf(node: AnyNode): TextPosition {
    return this.#positionAt(this.#tree.offsetOf(node))
  }

  #functionAround(node: AnyNode): FunctionNode | undefined {
    for (let at = this.#parents.get(node); at !== undefined; at = this.#parents.get(at))
      if (isFunction(at)) return this.#parents.get(at)?.type === 'Program' ? undefined : at
    return undefined
  }

  #textOf(node: AnyNode): string {
    const start = this.#tree.offsetOf(node)
    return this.#code.slice(start, start + node.end - node.start)
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
