/** Every place of a program where something is called, whatever it is: a call of a tool stands at one of them. */
import type { AnyNode } from 'acorn'
import { positionKey, type TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import { toolName } from './tool-name.js'
import { walk } from './walk.js'

/** Says where the call stands that an engine would place there: at the tool's name; undefined when no call stands there. */
export type CallFinder = (place: TextPosition) => TextPosition | undefined

/**
 * Finds the places of all calls, once it is asked for the first. An engine points at the name that is called, at the parenthesis behind it,
 * or at the start of the expression.
 */
export function findCallSites(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): CallFinder {
  let places: ReadonlyMap<string, TextPosition> | undefined
  return (place) => {
    places ??= placesOfCalls(tree, code, positionAt)
    return places.get(positionKey(place))
  }
}

function placesOfCalls(
  tree: ScriptTree,
  code: string,
  positionAt: (offset: number) => TextPosition,
): ReadonlyMap<string, TextPosition> {
  const places = new Map<string, TextPosition>()
  walk(tree.script, {
    enter(node) {
      const callee = calleeOf(node)
      if (callee === undefined) return
      const start = tree.offsetOf(callee)
      const end = start + callee.end - callee.start
      const name = tree.offsetOf(toolName(callee))
      const place = positionAt(name)
      // Of calls that are nested, as in `a()()`, the outer one is met first; the inner one knows its own name better.
      for (const offset of [tree.offsetOf(node), start, openingAfter(code, end), name])
        places.set(positionKey(positionAt(offset)), place)
    },
  })
  return places
}

function calleeOf(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      return node.callee
    case 'TaggedTemplateExpression':
      return node.tag
    default:
      return undefined
  }
}

/** Where the arguments open: behind spaces, comments aside. */
function openingAfter(code: string, end: number): number {
  const spaces = /^[\s)]*(?:\?\.)?\s*/.exec(code.slice(end, end + 200))?.[0].length ?? 0
  return end + spaces
}
