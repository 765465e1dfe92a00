/**
 * Patterns that take members by names which stand in the text, of objects whose names may have been made: `const { gold } = counts`,
 * `({ gold = 0 }) => gold`, `for (const { gold } of tables)`. What they take it of is looked at before they do.
 */
import type { AnyNode, ForOfStatement } from 'acorn'
import { staticKey } from './static-key.js'
import { walk } from './walk.js'
import type { Rewriter } from './watch-values.js'

type FunctionNode = Extract<
  AnyNode,
  { readonly type: 'ArrowFunctionExpression' | 'FunctionDeclaration' | 'FunctionExpression' }
>

/** The place of a member in a value: names, indexes, and null for each item of a list. */
type Path = readonly (string | number | null)[]

/** In a declaration or an assignment. */
export function watchPattern(pattern: AnyNode, value: AnyNode | null | undefined, to: Rewriter): void {
  if (value) watchTaken(looksOf(pattern, [], to), value, to)
}

/** Of a list, all of whose items there are when it begins. */
export function watchItems({ left, right, await: isAwaited }: ForOfStatement, to: Rewriter): void {
  const pattern = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left
  if (pattern !== undefined && !isAwaited) watchTaken(looksOf(pattern, [null], to), right, to)
}

function watchTaken(looks: readonly string[], value: AnyNode, { watcher, edits, at }: Rewriter): void {
  if (looks.length === 0) return
  edits.insertBefore(at(value.start), `${watcher}.g([${looks.join()}],(`)
  edits.insertAfter(at(value.end), '))')
}

/**
 * A function inside another one that takes what it is given as it is, looks at that and hands it on: all stays where it stands. Not of
 * generators, which look when they are asked, nor of what can only be a method.
 */
export function watchParameters(node: FunctionNode, to: Rewriter): void {
  if (node.generator || to.methods.has(node)) return
  const looks = node.params.flatMap((each, i) => looksOf(each, [i], to))
  if (looks.length === 0) return
  const { watcher, edits, at } = to
  const given = `${watcher}G`
  const look = (self: string): string => `${watcher}.y([${looks.join()}],${self},${given},`
  if (node.type === 'ArrowFunctionExpression') {
    edits.insertBefore(at(node.start), `(...${given})=>${look('0')}`)
    edits.insertAfter(at(node.end), ')')
    return
  }
  const open = edits.find('(', at((node.id ?? node).start), at(node.end))
  if (open === undefined) return
  edits.insertBefore(open, `(...${given}){return ${look('this')}${node.async ? 'async ' : ''}function`)
  edits.insertAfter(at(node.end), ')}')
}

/** What can only be a method, a constructor or a setter. */
export function noteMethod(node: AnyNode, { methods }: Rewriter): void {
  if (node.type !== 'MethodDefinition' && node.type !== 'Property') return
  const { kind, value } = node
  if (kind === 'constructor' || kind === 'set' || (value !== null && usesSuper(value))) methods.add(value)
}

function usesSuper(method: AnyNode): boolean {
  if (method.type !== 'FunctionExpression') return false
  let found = false
  walk(method, {
    enter({ type }) {
      found ||= type === 'Super'
    },
  })
  return found
}

/** Each member that a pattern takes, as `[number of the condition, ...its place]`. */
function looksOf(pattern: AnyNode, path: Path, to: Rewriter): readonly string[] {
  if (!to.makesNames) return []
  switch (pattern.type) {
    case 'AssignmentPattern':
      return looksOf(pattern.left, path, to)
    case 'ArrayPattern':
      return pattern.elements.flatMap((each, i) => (each ? looksOf(each, [...path, i], to) : []))
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => {
        const name = each.type === 'Property' ? staticKey(each.key, each.computed) : undefined
        if (name === undefined || each.type !== 'Property') return []
        const place = [...path, name]
        return [JSON.stringify([to.number(each), ...place]), ...looksOf(each.value, place, to)]
      })
    default:
      return []
  }
}
