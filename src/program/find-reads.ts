/** The places of a program that read something of what a tool answered. */
import type { AnyNode, ObjectPattern } from 'acorn'
import type { TextPosition } from '../base/index.js'
import { isReference } from './is-reference.js'
import type { ScriptTree } from './parse-script.js'
import type { ResultRead } from './program.js'
import { type ResultPath, resultPath } from './result-path.js'
import type { Scope, Scopes } from './scope.js'
import { staticKey } from './static-key.js'
import { toolName } from './tool-name.js'
import { isTakenApart, type Use, useOf } from './use-of.js'
import { walkScopes } from './walk-scopes.js'

/** In the order of the text. What the program tests for, or sets itself, is left out wherever it is read. */
export function findReads(
  tree: ScriptTree,
  scopes: Scopes,
  positionAt: (offset: number) => TextPosition,
): readonly ResultRead[] {
  const positionOf = (node: AnyNode): TextPosition => positionAt(tree.offsetOf(node))
  const places = new Map<string, Place>()
  const leaves: AnyNode[] = []
  walkScopes(tree.script, scopes, (node, scope, above) => {
    if (LEAVES.has(node.type) && !above.slice(PROGRAM_DEPTH).some(isFunction)) leaves.push(node)
    for (const read of readsAt(node, scope, above)) note(read, node, above)
  })
  return [...places.values()]
    .filter(({ found, isTested }) => !isTested && !prefixesOf(found).some((key) => places.get(key)?.isSet))
    .sort((a, b) => a.at.start - b.at.start)
    .map(describe)

  function note({ found, at, use }: Read, node: AnyNode, above: readonly AnyNode[]): void {
    const key = readKey(found, found.path)
    const place = places.get(key) ?? { found, at, isTested: false, isSet: false, needs: [] }
    places.set(key, {
      ...place,
      isTested: place.isTested || use.kind === 'tested',
      isSet: place.isSet || use.kind === 'set',
      needs:
        use.kind === 'needed'
          ? [...place.needs, { at: use.at, isStraight: isStraight(node, above) }]
          : place.needs,
    })
  }

  function describe({ found, at, needs }: Place): ResultRead {
    const { server, tool, call, path } = found
    return {
      server,
      tool,
      call: positionOf(toolName(call.callee)),
      path,
      tested: prefixesOf(found).findLastIndex((key) => places.get(key)?.isTested) + 1,
      ...positionOf(at),
      needs: needs.map((need) => ({
        ...positionOf(need.at),
        always: need.isStraight && !leaves.some(({ end }) => end <= need.at.start),
      })),
    }
  }
}

/** One place for one path into the answer of one call, however often it is read. */
interface Place {
  readonly found: ResultPath
  /** Where it is read first. */
  readonly at: AnyNode
  readonly isTested: boolean
  readonly isSet: boolean
  readonly needs: readonly { readonly at: AnyNode; readonly isStraight: boolean }[]
}

interface Read {
  readonly found: ResultPath
  readonly at: AnyNode
  readonly use: Use
}

function readKey({ call }: ResultPath, path: ResultPath['path']): string {
  return JSON.stringify([call.start, path])
}

function prefixesOf(found: ResultPath): string[] {
  return found.path.map((_, i) => readKey(found, found.path.slice(0, i + 1)))
}

function readsAt(node: AnyNode, scope: Scope, above: readonly AnyNode[]): Read[] {
  switch (node.type) {
    case 'MemberExpression':
      return readOf(node, node.property, useOf(node, above), scope)
    case 'Identifier':
      return isReference(node, above) ? readOf(node, node, useOf(node, above), scope) : []
    case 'VariableDeclarator': {
      const found = node.init && node.id.type === 'ObjectPattern' ? resultPath(node.init, scope) : undefined
      return found === undefined || node.id.type !== 'ObjectPattern' ? [] : readsOfPattern(node.id, found)
    }
    case 'BinaryExpression': {
      const key = node.operator === 'in' ? staticKey(node.left, true) : undefined
      return key === undefined ? [] : testOf(key, node.right, scope)
    }
    case 'CallExpression': {
      const [object, name] = node.arguments
      if (object === undefined || name === undefined || !isHasOwn(node.callee)) return []
      const key = staticKey(name, true)
      return key === undefined ? [] : testOf(key, object, scope)
    }
    default:
      return []
  }
}

function readOf(node: AnyNode, at: AnyNode, use: Use, scope: Scope): Read[] {
  const found = resultPath(node, scope)
  return found === undefined || found.path.length === 0 ? [] : [{ found, at, use }]
}

function testOf(key: string, object: AnyNode, scope: Scope): Read[] {
  const found = resultPath(object, scope)
  if (found === undefined) return []
  return [{ found: { ...found, path: [...found.path, key] }, at: object, use: { kind: 'tested' } }]
}

function readsOfPattern({ properties }: ObjectPattern, taken: ResultPath): Read[] {
  return properties.flatMap((property): Read[] => {
    const key = property.type === 'RestElement' ? undefined : staticKey(property.key, property.computed)
    if (property.type === 'RestElement' || key === undefined) return []
    const found = { ...taken, path: [...taken.path, key] }
    const { value } = property
    if (value.type === 'AssignmentPattern') return [{ found, at: property.key, use: { kind: 'tested' } }]
    const use: Use = isTakenApart(value) ? { kind: 'needed', at: value } : { kind: 'passed' }
    const inner = value.type === 'ObjectPattern' ? readsOfPattern(value, found) : []
    return [{ found, at: property.key, use }, ...inner]
  })
}

/** `Object.hasOwn(value, 'name')`. */
function isHasOwn(callee: AnyNode): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Object' &&
    staticKey(callee.property, callee.computed) === 'hasOwn'
  )
}

/** True for what runs once whenever the program runs to its end: nothing around it decides about it, and nothing catches. */
function isStraight(node: AnyNode, above: readonly AnyNode[]): boolean {
  const inside = above.slice(PROGRAM_DEPTH)
  return inside.every((outer, i) => {
    const inner = inside[i + 1] ?? node
    if (outer.type === 'ForOfStatement') return outer.right === inner
    if (outer.type === 'AssignmentExpression') return outer.operator === '='
    return STRAIGHT.has(outer.type)
  })
}

/** The tree, the function that the program is, and the block of its statements. */
const PROGRAM_DEPTH = 3

const STRAIGHT: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ExpressionStatement',
  'VariableDeclaration',
  'VariableDeclarator',
  'ReturnStatement',
  'ThrowStatement',
  'AwaitExpression',
  'BinaryExpression',
  'UnaryExpression',
  'MemberExpression',
  'CallExpression',
  'NewExpression',
  'ArrayExpression',
  'ObjectExpression',
  'Property',
  'SpreadElement',
  'TemplateLiteral',
  'SequenceExpression',
])

/** What may end the program early. */
const LEAVES: ReadonlySet<string> = new Set(['ReturnStatement', 'ThrowStatement'])

function isFunction({ type }: AnyNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}
