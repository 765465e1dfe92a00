/** The places of a test file where tools are named: calls through a client, and contracts that are expected. Nothing of it runs. */
import type { AnyNode, CallExpression } from 'acorn'
import { type TextPosition, textPositions } from '../base/index.js'
import type { StaticArguments } from './program.js'
import { readSource } from './read-source.js'
import { ScriptParser } from './script-parser.js'
import { noArguments, readArguments } from './static-arguments.js'
import { staticKey } from './static-key.js'
import type { TypeStripper } from './type-stripper.js'
import { walk } from './walk.js'

export interface TestCall extends TextPosition {
  /** `call`: `callTool('name', {…})`, `startTask('name', {…})` or `mcp.SERVER.NAME({…})`. `contract`: `toListTool('name', {…})`. */
  readonly kind: 'call' | 'contract'
  /** Only where the text says it. */
  readonly server?: string
  readonly tool: string
  /** Of a contract the contract; absent when it is no object literal. */
  readonly arguments?: StaticArguments
}

export type TestReading =
  | { readonly kind: 'read'; readonly calls: readonly TestCall[] }
  /** `reason` continues a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }

/** `.ts`, `.mts` and `.cts` are TypeScript, everything else is JavaScript. Never throws for what stands in the file. */
export async function findTestCalls(
  source: Uint8Array,
  { fileName, stripper }: { readonly fileName: string; readonly stripper: TypeStripper },
): Promise<TestReading> {
  const reading = readSource(source, fileName, MAX_BYTES)
  if (reading.kind === 'refused') return { kind: 'refused', reason: reading.finding.message }
  const { text } = reading
  const positionAt = textPositions(text, /\r\n|[\n\r\u2028\u2029]/g)
  if (!/\.[cm]?ts$/i.test(fileName)) return parse(text, positionAt)
  const stripping = await stripper.strip(text)
  if (stripping.kind === 'stripped') return parse(stripping.code, positionAt)
  return {
    kind: 'refused',
    reason: stripping.kind === 'refused' ? `line ${stripping.line}: ${stripping.message}` : stripping.why,
  }
}

const MAX_BYTES = 1024 * 1024

function parse(code: string, positionAt: (offset: number) => TextPosition): TestReading {
  try {
    const root = ScriptParser.parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
    })
    const calls: TestCall[] = []
    const positionOf = ({ start }: AnyNode): TextPosition => positionAt(start)
    walk(root, {
      enter(node) {
        const call = node.type === 'CallExpression' ? testCall(node, positionOf) : undefined
        if (call !== undefined) calls.push(call)
      },
    })
    return { kind: 'read', calls }
  } catch (failure) {
    // RangeError: nested deeper than the stack.
    if (!(failure instanceof SyntaxError) && !(failure instanceof RangeError)) throw failure
    return { kind: 'refused', reason: failure.message }
  }
}

function testCall(node: CallExpression, positionOf: (node: AnyNode) => TextPosition): TestCall | undefined {
  const { callee } = node
  if (callee.type !== 'MemberExpression') return undefined
  const method = staticKey(callee.property, callee.computed)
  const kind = method === undefined ? undefined : METHODS.get(method)
  if (kind !== undefined) {
    const [name, given] = node.arguments
    const tool = name === undefined ? undefined : staticText(name)
    return name === undefined || tool === undefined
      ? undefined
      : { kind, tool, ...positionOf(name), ...argumentsOf(given, positionOf(name), positionOf) }
  }
  // A program: the only object of that name with two levels.
  const { object, property } = callee
  if (method === undefined || object.type !== 'MemberExpression') return undefined
  const server = staticKey(object.property, object.computed)
  if (server === undefined || object.object.type !== 'Identifier' || object.object.name !== 'mcp')
    return undefined
  const at = positionOf(property)
  return { kind: 'call', server, tool: method, ...at, ...argumentsOf(node.arguments[0], at, positionOf) }
}

const METHODS: ReadonlyMap<string, TestCall['kind']> = new Map([
  ['callTool', 'call'],
  ['startTask', 'call'],
  ['toListTool', 'contract'],
])

/** A string, or a template without expressions. */
function staticText(node: AnyNode): string | undefined {
  return node.type === 'Literal' || node.type === 'TemplateLiteral' ? staticKey(node, true) : undefined
}

function argumentsOf(
  node: AnyNode | undefined,
  at: TextPosition,
  positionOf: (node: AnyNode) => TextPosition,
): Pick<TestCall, 'arguments'> {
  if (node === undefined) return { arguments: noArguments(at) }
  return node.type === 'ObjectExpression' ? { arguments: readArguments(node, positionOf) } : {}
}
