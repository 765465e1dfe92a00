/** What can be read off the arguments of a call. */
import type { AnyNode, ObjectExpression, Property } from 'acorn'
import type { TextPosition } from '../base/index.js'
import { type JsonObject, type JsonValue, pointerSteps, toPointer } from '../base/index.js'
import type { StaticArguments } from './program.js'
import { staticKey } from './static-key.js'

/** Reads an object literal; `positionOf` says where a node stands. */
export function readArguments(
  literal: ObjectExpression,
  positionOf: (node: AnyNode) => TextPosition,
): StaticArguments {
  const reading: Reading = { holes: new Set(), open: new Set(), nodes: new Map([['', literal]]) }
  const value = readObject(literal, [], reading)
  return {
    value,
    holes: [...reading.holes],
    open: [...reading.open],
    positionOf: (pointer) => positionOf(nearestNode(pointer, reading.nodes) ?? literal),
  }
}

/** The arguments of a call that gives none. */
export function noArguments(position: TextPosition): StaticArguments {
  return { value: {}, holes: [], open: [], positionOf: () => position }
}

interface Reading {
  readonly holes: Set<string>
  readonly open: Set<string>
  /** What stands at each pointer. */
  readonly nodes: Map<string, AnyNode>
}

type Path = readonly (string | number)[]

const MAX_DEPTH = 60

function readObject(literal: ObjectExpression, path: Path, reading: Reading): JsonObject {
  const { properties } = literal
  const keys = properties.map((property) => (property.type === 'Property' ? ownKey(property) : undefined))
  // A spread or a computed key may bring any member, and replace those before it.
  const lastOpen = keys.lastIndexOf(undefined)
  if (lastOpen >= 0) reading.open.add(toPointer(path))
  // Of a key that is written twice the last one counts.
  const members = new Map<string, { readonly property: Property; readonly certain: boolean }>()
  for (const [i, property] of properties.entries()) {
    const key = keys[i]
    if (key !== undefined && property.type === 'Property')
      members.set(key, { property, certain: i > lastOpen })
  }
  return Object.fromEntries(
    Array.from(members, ([key, { property, certain }]) => {
      const place = [...path, key]
      reading.nodes.set(toPointer(place), property.value)
      const plain = property.kind === 'init' && !property.method
      return [key, certain && plain ? readValue(property.value, place, reading) : readHole(place, reading)]
    }),
  )
}

/** The name of the own member that a property makes: `__proto__: x` makes none, it sets the prototype. */
function ownKey({ key: node, computed, shorthand }: Property): string | undefined {
  const isNumber = node.type === 'Literal' && typeof node.value === 'number'
  const key = isNumber ? String(node.value) : staticKey(node, computed)
  const setsPrototype = key === '__proto__' && !computed && !shorthand
  return setsPrototype || !key?.isWellFormed() ? undefined : key
}

function readValue(node: AnyNode, path: Path, reading: Reading): JsonValue {
  if (path.length > MAX_DEPTH) return readHole(path, reading)
  switch (node.type) {
    case 'ObjectExpression':
      return readObject(node, path, reading)
    case 'ArrayExpression':
      return readArray(node.elements, path, reading)
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
      return readScalar(node) ?? (isNull(node) ? null : readHole(path, reading))
    default:
      return readHole(path, reading)
  }
}

function readArray(elements: readonly (AnyNode | null)[], path: Path, reading: Reading): JsonValue {
  // After a spread nobody knows which index comes next.
  if (elements.some((element) => element?.type === 'SpreadElement')) return readHole(path, reading)
  return elements.map((element, i) => {
    const place = [...path, i]
    if (element === null) return readHole(place, reading)
    reading.nodes.set(toPointer(place), element)
    return readValue(element, place, reading)
  })
}

/** Undefined for what is no scalar that JSON can hold, and for null. */
export function readScalar(node: AnyNode): string | number | boolean | undefined {
  if (node.type === 'TemplateLiteral') {
    const text = node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined
    return text?.isWellFormed() ? text : undefined
  }
  if (node.type === 'UnaryExpression') {
    const value = node.operator === '-' || node.operator === '+' ? readScalar(node.argument) : undefined
    return typeof value === 'number' ? (node.operator === '-' ? -value : value) : undefined
  }
  if (node.type !== 'Literal') return undefined
  const { value } = node
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'boolean' ? value : undefined
}

function isNull(node: AnyNode): boolean {
  return node.type === 'Literal' && node.raw === 'null'
}

function readHole(path: Path, reading: Reading): null {
  reading.holes.add(toPointer(path))
  return null
}

function nearestNode(pointer: string, nodes: ReadonlyMap<string, AnyNode>): AnyNode | undefined {
  const steps = pointerSteps(pointer)
  for (let length = steps.length; length >= 0; length--) {
    const node = nodes.get(toPointer(steps.slice(0, length)))
    if (node !== undefined) return node
  }
  return undefined
}
