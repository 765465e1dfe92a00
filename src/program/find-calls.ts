/** The places of a program where tools are called, and where `mcp` is plainly used in a wrong way. */
import type { AnyNode, CallExpression, SpreadElement } from 'acorn'
import { defined, type Finding, type TextPosition } from '../base/index.js'
import type { ScriptTree } from './parse-script.js'
import type { StaticArguments, StaticCall } from './program.js'
import { programError } from './program-error.js'
import type { Scope, Scopes } from './scope.js'
import { noArguments, readArguments } from './static-arguments.js'
import { toolName } from './tool-name.js'
import { describePath, type ToolPath, toolPath } from './tool-path.js'
import { walkScopes } from './walk-scopes.js'

export interface FoundCalls {
  /** In the order of the text. */
  readonly calls: readonly StaticCall[]
  /** MCP_MISUSE (certain) and CALL_NOT_AWAITED (not certain: the program may end late enough). */
  readonly findings: readonly Finding[]
}

export function findCalls(
  tree: ScriptTree,
  scopes: Scopes,
  positionAt: (offset: number) => TextPosition,
): FoundCalls {
  const positionOf = (node: AnyNode): TextPosition => positionAt(tree.offsetOf(node))
  const calls: StaticCall[] = []
  const findings: Finding[] = []
  walkScopes(tree.script, scopes, inspect)
  return { calls: calls.sort(byPosition), findings: findings.sort(byPosition) }

  function inspect(node: AnyNode, scope: Scope, above: readonly AnyNode[]): void {
    switch (node.type) {
      case 'CallExpression':
        inspectCall(node, toolPath(node.callee, scope), isDiscarded(above))
        return
      case 'NewExpression':
        if (toolPath(node.callee, scope) !== undefined)
          misuse(node, `${describePath(toolPath(node.callee, scope) ?? [])} is called without "new"`)
        return
      case 'TaggedTemplateExpression':
        if (toolPath(node.tag, scope) !== undefined)
          misuse(
            node,
            `${describePath(toolPath(node.tag, scope) ?? [])} is called with an object, not with a template`,
          )
        return
      case 'ExpressionStatement':
        inspectStatement(node.expression, scope)
    }
  }

  function inspectCall(node: CallExpression, path: ToolPath | undefined, discarded: boolean): void {
    if (path === undefined) return
    const [server, tool] = path
    if (server === undefined) misuse(node, 'mcp is no tool: call mcp.SERVER.TOOL(args)')
    else if (tool === undefined)
      misuse(node, `${describePath(path)} is a server, not a tool: call ${describePath(path)}.TOOL(args)`)
    else {
      const position = positionOf(toolName(node.callee))
      const args = staticArguments(node, position, positionOf)
      calls.push({
        ...{ server, tool, ...position },
        lastLine: positionAt(tree.offsetOf({ start: node.end })).line,
        ...defined({ arguments: args }),
        ...(discarded ? { isDiscarded: true } : {}),
      })
      const problem = argumentProblem(node.arguments)
      if (problem !== undefined)
        misuse(node, `${describePath(path)} takes one object of arguments, not ${problem}`)
    }
  }

  function inspectStatement(expression: AnyNode, scope: Scope): void {
    const call = expression.type === 'ChainExpression' ? expression.expression : expression
    const path = call.type === 'CallExpression' ? toolPath(call.callee, scope) : undefined
    if (path?.length !== 2) return
    const message = `${describePath(path)} is called without "await": nobody learns its result, and the program may end before the call does`
    const position = positionOf(expression)
    findings.push({
      ...programError('CALL_NOT_AWAITED', message, position),
      severity: 'warning',
      certain: false,
    })
  }

  function misuse(node: AnyNode, message: string): void {
    findings.push(programError('MCP_MISUSE', message, positionOf(node)))
  }
}

/** `await mcp.server.tool(…)` as a statement. */
function isDiscarded(above: readonly AnyNode[]): boolean {
  return above.at(-1)?.type === 'AwaitExpression' && above.at(-2)?.type === 'ExpressionStatement'
}

function byPosition(
  a: { readonly line?: number; readonly column?: number },
  b: { readonly line?: number; readonly column?: number },
): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

function staticArguments(
  { arguments: [first] }: CallExpression,
  callAt: TextPosition,
  positionOf: (node: AnyNode) => TextPosition,
): StaticArguments | undefined {
  if (first === undefined) return noArguments(callAt)
  return first.type === 'ObjectExpression' ? readArguments(first, positionOf) : undefined
}

/** Why the arguments of a call are certainly wrong, in words; undefined when they may be right. */
function argumentProblem(args: readonly (AnyNode | SpreadElement)[]): string | undefined {
  const [first, second] = args
  if (first === undefined || first.type === 'SpreadElement') return undefined
  if (second !== undefined && isSurelyGiven(second)) return `${args.length} arguments`
  switch (first.type) {
    case 'Literal':
      return first.raw === 'null'
        ? 'null'
        : first.regex !== undefined && first.regex !== null
          ? 'a regular expression'
          : `a ${typeof first.value}`
    case 'TemplateLiteral':
      return 'a string'
    case 'ArrayExpression':
      return 'a list'
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return 'a function'
    default:
      return undefined
  }
}

/** False for what may be undefined at run time, which is no argument. */
function isSurelyGiven({ type }: AnyNode): boolean {
  return GIVEN.has(type)
}

const GIVEN: ReadonlySet<string> = new Set([
  'Literal',
  'TemplateLiteral',
  'ObjectExpression',
  'ArrayExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
])
