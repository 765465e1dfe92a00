/** Where an expression leads, seen from `mcp`: to mcp itself, to a server, to a tool. */
import type { AnyNode } from 'acorn'
import { lookUpName, type Scope } from './scope.js'
import { staticKey } from './static-key.js'

/** `[]` is mcp, `[server]` a server, `[server, tool]` a tool. */
export type ToolPath = readonly string[]

/** The path of an expression, or undefined when it leads elsewhere or cannot be told from the text. */
export function toolPath(expression: AnyNode, scope: Scope): ToolPath | undefined {
  return pathFrom(
    'mcp',
    expression,
    scope,
    (path) => path.length <= 2 && !path.some((key) => RESERVED.has(key)),
  )
}

/** Follows members and constants back to what a program is given: which members of it an expression reads, the outermost first. */
export function pathFrom(
  given: 'mcp' | 'params',
  expression: AnyNode,
  scope: Scope,
  mayBe: (path: readonly string[]) => boolean = () => true,
): readonly string[] | undefined {
  let node = expression
  let place = scope
  let path: readonly string[] = []
  for (let step = 0; step < MAX_STEPS && mayBe(path); step++) {
    if (node.type === 'ChainExpression') node = node.expression
    else if (node.type === 'MemberExpression') {
      const key = staticKey(node.property, node.computed)
      if (key === undefined) return undefined
      path = [key, ...path]
      node = node.object
    } else if (node.type === 'Identifier') {
      const binding = lookUpName(node.name, place)
      if (binding?.kind === given) return path
      if (binding?.kind !== 'alias') return undefined
      path = [...binding.keys, ...path]
      node = binding.from
      place = binding.scope
    } else return undefined
  }
  return undefined
}

/** Whether a program can read a member of this name of `mcp` or of a server, and gets what it looks like. */
export function isReachable(name: string): boolean {
  return !UNREACHABLE.has(name)
}

/** As the path is written: `mcp.filesystem["read file"]`. */
export function describePath(path: ToolPath): string {
  return path.reduce(
    (text, key) =>
      /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`,
    'mcp',
  )
}

/** Constants that stand for constants: beyond this many nobody follows. */
const MAX_STEPS = 32

/** What the sandbox has no tool and no server for, whatever they are called: what is looked for in any object, and what makes objects. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'toJSON',
  'prototype',
  'constructor',
  '__proto__',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
])

/** Nor is it told from a text what members that every object has are. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...UNREACHABLE,
])
