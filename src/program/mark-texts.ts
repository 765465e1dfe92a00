/**
 * A program whose texts can be marked: the same text, with calls of a watcher around what becomes a part of a text. Where that is
 * `undefined`, `NaN`, an object or a promise, a mark stands behind the word that the language makes of it. Every line stays as it is.
 */
import type { AnyNode, AssignmentExpression, BinaryExpression, CallExpression, Expression } from 'acorn'
import { addToGroup, shorten, type TextPosition } from '../base/index.js'
import { createEdits, type Edits } from './edits.js'
import type { ScriptTree } from './parse-script.js'
import { unusedName } from './unused-name.js'
import { walk } from './walk.js'

export interface MarkedProgram {
  readonly code: string
  /** What the code calls the watcher. */
  readonly watcher: string
  /** By the numbers of their marks. */
  readonly parts: readonly TextPart[]
  /** Where a place of the marked code stands in the program. */
  placeOf(marked: TextPosition): TextPosition
}

/** What becomes a part of a text. */
export interface TextPart extends TextPosition {
  /** As it stands in the program, shortened. */
  readonly text: string
  /** Names of members that it may have been read from, the likeliest first. */
  readonly members: readonly string[]
}

export function markTexts(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): MarkedProgram {
  const watcher = unusedName(code, '$mark')
  const parts: TextPart[] = []
  const edits = createEdits(code)
  const shift = tree.offsetOf({ start: 0 })
  const sources = sourcesOfNames(tree)
  const marker: Marker = {
    ...{ watcher, edits },
    at: (offset) => offset + shift,
    number(node) {
      parts.push({
        ...positionAt(node.start + shift),
        text: shorten(code.slice(node.start + shift, node.end + shift).replaceAll(/\s+/g, ' '), LONGEST_TEXT),
        members: membersOf(node, sources),
      })
      return parts.length - 1
    },
  }
  const tagged = new Set<AnyNode>()
  walk(tree.script, {
    enter(node) {
      if (node.type === 'TaggedTemplateExpression') tagged.add(node.quasi)
      if (!tagged.has(node)) markNode(node, marker)
    },
  })
  return { code: edits.apply(), watcher, parts, placeOf: (place) => edits.placeOf(place) }
}

const LONGEST_TEXT = 80

interface Marker {
  readonly watcher: string
  readonly edits: Edits
  /** The offset in the code of one in the tree. */
  at(offset: number): number
  number(node: AnyNode): number
}

function markNode(node: AnyNode, to: Marker): void {
  switch (node.type) {
    case 'TemplateLiteral':
      for (const each of node.expressions) markValue('X', each, to)
      return
    case 'BinaryExpression':
      if (node.operator === '+') markSum(node, to)
      return
    case 'AssignmentExpression':
      if (node.operator === '+=') markAppended(node, to)
      return
    case 'CallExpression':
      markCall(node, to)
  }
}

function markValue(kind: 'X' | 'W' | 'L' | 'F', node: Expression, to: Marker): void {
  if (isConstant(node)) return
  const { watcher, edits, at } = to
  edits.insertBefore(at(node.start), `${watcher}.${kind}(${to.number(node)},(`)
  edits.insertAfter(at(node.end), '))')
}

/** Which side becomes a part of the other one is known when both are there. */
function markSum(node: BinaryExpression, { watcher, edits, at, number }: Marker): void {
  const operator = edits.find('+', at(node.left.end), at(node.right.start))
  if (operator === undefined) return
  edits.insertBefore(at(node.start), `${watcher}.P(${number(node.left)},${number(node.right)},`)
  edits.replace(operator, operator + 1, ',')
  edits.insertAfter(at(node.end), ')')
}

function markAppended({ left, right }: AssignmentExpression, to: Marker): void {
  const { watcher, edits, at } = to
  const before = readAgain(left)
  if (before === undefined || isConstant(right)) return
  edits.insertBefore(at(right.start), `${watcher}.Q(${to.number(right)},${before},(`)
  edits.insertAfter(at(right.end), '))')
}

/** The text of what can be read once more and does nothing: a name, or a member of one. */
function readAgain(left: AnyNode): string | undefined {
  if (left.type === 'Identifier') return left.name
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier')
    return undefined
  const holder = left.object.type === 'ThisExpression' ? 'this' : readAgain(left.object)
  return holder === undefined ? undefined : `${holder}.${left.property.name}`
}

function markCall({ callee, arguments: values }: CallExpression, to: Marker): void {
  const [first, second] = values
  if (callee.type === 'Identifier') {
    if (!MAKES_TEXT.has(callee.name) || first === undefined || first.type === 'SpreadElement') return
    markValue('X', first, to)
    return
  }
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super') return
  const name = callee.property.type === 'Identifier' ? callee.property.name : ''
  if (name === 'join' && !callee.optional) markValue('L', callee.object, to)
  if (FORMATS.has(name) && !callee.optional) markValue('F', callee.object, to)
  if (name === 'concat')
    for (const each of values) if (each.type !== 'SpreadElement') markValue('W', each, to)
  if (!/^replace(All)?$/.test(name) || second === undefined || second.type === 'SpreadElement') return
  markValue('W', second, to)
}

const MAKES_TEXT: ReadonlySet<string> = new Set(['String', 'encodeURIComponent', 'encodeURI'])

const FORMATS: ReadonlySet<string> = new Set(['toFixed', 'toPrecision', 'toLocaleString'])

/** What the author wrote there is meant. */
function isConstant(node: AnyNode): boolean {
  if (node.type === 'Identifier') return node.name === 'undefined' || node.name === 'NaN'
  if (node.type === 'UnaryExpression') return node.operator === 'void' || node.operator === 'typeof'
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0)
}

/** Where the values of names come from: members they were read from, and what they were set to. */
interface NameSource {
  readonly member?: string
  readonly value?: AnyNode
}

function sourcesOfNames({ script }: ScriptTree): ReadonlyMap<string, readonly NameSource[]> {
  const sources = new Map<string, NameSource[]>()
  const note = (name: string, source: NameSource): void => addToGroup(sources, name, source)
  walk(script, {
    enter(node) {
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
        note(node.id.name, { value: node.init })
      if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
        note(node.left.name, { value: node.right })
      if (node.type !== 'ObjectPattern') return
      for (const each of node.properties) {
        if (each.type !== 'Property' || each.computed || each.key.type !== 'Identifier') continue
        const bound = each.value.type === 'AssignmentPattern' ? each.value.left : each.value
        if (bound.type === 'Identifier') note(bound.name, { member: each.key.name })
      }
    },
  })
  return sources
}

/** The names of members in an expression, the last one read first, and those that its names come from. */
function membersOf(
  node: AnyNode,
  sources: ReadonlyMap<string, readonly NameSource[]>,
  depth = 0,
): readonly string[] {
  const found = new Set<string>()
  walk(node, {
    enter(each) {
      if (each.type === 'MemberExpression' && !each.computed && each.property.type === 'Identifier')
        found.add(each.property.name)
      if (each.type === 'MemberExpression' && each.computed && each.property.type === 'Literal')
        found.add(String(each.property.value))
      if (each.type !== 'Identifier') return
      for (const { member, value } of sources.get(each.name) ?? []) {
        if (member !== undefined) found.add(member)
        if (value !== undefined && depth < MOST_STEPS)
          for (const name of membersOf(value, sources, depth + 1)) found.add(name)
      }
    },
  })
  return [...found].slice(0, MOST_MEMBERS)
}

/** Names that were set to names, and so on. */
const MOST_STEPS = 2
const MOST_MEMBERS = 20
