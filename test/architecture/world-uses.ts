/** Where code touches the world: processes, the console, the clock, chance. */
import type { WorldUse } from './layers.js'
import { nameOf, nodeAt, nodesAt, type SyntaxNode, textOf, walk } from './syntax.js'

export interface TouchedWorld {
  readonly use: WorldUse
  /** What was found, such as `Date.now`. */
  readonly what: string
  readonly line: number
}

/** Members of globals and of node: modules that count, also when they are destructured or imported by name. */
const TOUCHING: Readonly<Record<string, Readonly<Record<string, WorldUse>>>> = {
  process: {
    exit: 'ends the process',
    abort: 'ends the process',
    reallyExit: 'ends the process',
    hrtime: 'reads the clock',
  },
  Date: { now: 'reads the clock' },
  performance: { now: 'reads the clock', timeOrigin: 'reads the clock' },
  Math: { random: 'draws chance' },
  crypto: {
    randomUUID: 'draws chance',
    getRandomValues: 'draws chance',
    randomBytes: 'draws chance',
    randomInt: 'draws chance',
    randomFill: 'draws chance',
    randomFillSync: 'draws chance',
  },
  console: Object.fromEntries(
    [
      'log',
      'info',
      'warn',
      'error',
      'debug',
      'trace',
      'table',
      'dir',
      'group',
      'groupEnd',
      'time',
      'timeEnd',
      'assert',
      'count',
    ].map((method) => [method, 'uses the console'] as const),
  ),
}

/** Modules by which the same things can be imported. */
const MODULE_OF: Readonly<Record<string, string>> = {
  process: 'process',
  crypto: 'crypto',
  perf_hooks: 'performance',
  console: 'console',
}

/** Every place of a syntax tree that touches the world. */
export function touchedWorld(root: SyntaxNode, lineOf: (node: SyntaxNode) => number): TouchedWorld[] {
  const found: TouchedWorld[] = []
  const add = (node: SyntaxNode, uses: readonly (readonly [WorldUse, string])[]): void => {
    for (const [use, what] of uses) found.push({ use, what, line: lineOf(node) })
  }
  walk(root, (node) => add(node, usesAt(node)))
  return found
}

function usesAt(node: SyntaxNode): (readonly [WorldUse, string])[] {
  switch (node.type) {
    case 'MemberExpression':
      return memberUse(nodeAt(node, 'object'), memberName(node))
    case 'NewExpression':
      return isGlobal(nodeAt(node, 'callee'), 'Date') && nodesAt(node, 'arguments').length === 0
        ? [['reads the clock', 'new Date()']]
        : []
    case 'CallExpression':
      return isGlobal(nodeAt(node, 'callee'), 'Date') ? [['reads the clock', 'Date()']] : []
    case 'VariableDeclarator':
      return destructuredUses(node)
    case 'ImportDeclaration':
      return importedUses(node)
    case 'ImportExpression':
      return spawning(textOf(nodeAt(node, 'source')))
    default:
      return []
  }
}

function memberUse(
  object: SyntaxNode | undefined,
  property: string | undefined,
): (readonly [WorldUse, string])[] {
  const owner = globalName(object)
  const members = owner === undefined ? undefined : TOUCHING[owner]
  const use = property === undefined || members === undefined ? undefined : members[property]
  return use === undefined ? [] : [[use, `${owner}.${property}`]]
}

/** `const { now } = Date`, and `const clock = Date`, which hides what comes after. */
function destructuredUses(node: SyntaxNode): (readonly [WorldUse, string])[] {
  const owner = globalName(nodeAt(node, 'init'))
  const members = owner === undefined ? undefined : TOUCHING[owner]
  if (owner === undefined || members === undefined) return []
  const id = nodeAt(node, 'id')
  if (id?.type === 'ObjectPattern')
    return nodesAt(id, 'properties').flatMap((property) =>
      memberUse(nodeAt(node, 'init'), nameOf(nodeAt(property, 'key'))),
    )
  const [first] = Object.values(members)
  return first === undefined || owner === 'process' ? [] : [[first, owner]]
}

function importedUses(node: SyntaxNode): (readonly [WorldUse, string])[] {
  if (node.importKind === 'type') return []
  const specifier = textOf(nodeAt(node, 'source'))
  const owner = MODULE_OF[specifier?.replace(/^node:/, '') ?? '']
  const members = owner === undefined ? undefined : TOUCHING[owner]
  const named = nodesAt(node, 'specifiers').flatMap((each): (readonly [WorldUse, string])[] => {
    const name = nameOf(nodeAt(each, 'imported'))
    const use = name === undefined ? undefined : members?.[name]
    return use === undefined ? [] : [[use, `${name} of ${specifier}`]]
  })
  return [...named, ...spawning(specifier)]
}

function spawning(specifier: string | undefined): (readonly [WorldUse, string])[] {
  return specifier !== undefined && /^(node:)?(child_process|cluster)$/.test(specifier)
    ? [['starts processes', specifier]]
    : []
}

/** `name` of `x.name` and of `x['name']`; undefined for `x[name]`. */
function memberName(node: SyntaxNode): string | undefined {
  const property = nodeAt(node, 'property')
  return node.computed === true ? textOf(property) : nameOf(property)
}

/** The name of a global, also written `globalThis.name`. */
function globalName(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Identifier') return nameOf(node)
  if (node?.type !== 'MemberExpression' || nameOf(nodeAt(node, 'object')) !== 'globalThis') return undefined
  return memberName(node)
}

function isGlobal(node: SyntaxNode | undefined, name: string): boolean {
  return globalName(node) === name
}
