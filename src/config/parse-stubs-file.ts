/** A file of answers given by hand. */
import { type JsonObject, type JsonValue, type TextPosition, UsageError } from '../base/index.js'
import { parseToolRef, type Stub, type StubReply, stub } from '../call/index.js'
import {
  type DocumentNode,
  describeNode,
  documentFormat,
  jsonObjectOf,
  jsonOf,
  type MapNode,
  memberOf,
  parseDocument,
  repeatedMembers,
} from '../document/index.js'

/**
 * Parses a list of `{ tool, arguments?, result | error | rpc_error, times? }`, in YAML or JSON.
 * `error` is the text of a tool that says no, `rpc_error` is `{ code, message, data? }`.
 * @throws UsageError STUBS_INVALID with line and column
 */
export function parseStubsFile(text: string, fileName: string): Stub[] {
  const parsing = parseDocument(text, { format: documentFormat(fileName, text) })
  if (parsing.kind === 'broken') throw invalid(fileName, parsing, parsing.message)
  const refuse: Refuse = (node, problem) => {
    throw invalid(fileName, parsing.positionAt(node.offset), problem)
  }
  const { root } = parsing
  if (root.kind !== 'list') return refuse(root, `a stubs file holds a list, not ${describeNode(root)}`)
  const [repeated] = repeatedMembers(root)
  if (repeated !== undefined) return refuse(repeated, `the key "${repeated.key}" is written twice`)
  return root.items.map((node) => readStub(node, refuse))
}

/** Throws at the position of a node. */
type Refuse = (node: { readonly offset: number }, problem: string) => never

function invalid(fileName: string, { line, column }: TextPosition, problem: string): UsageError {
  return new UsageError(
    'STUBS_INVALID',
    `Cannot read the stubs "${fileName}": ${problem} (line ${line}, column ${column})`,
    {
      hint: 'a stub looks like { tool: "server:tool", arguments: { path: "a.txt" }, result: "what it answers" }',
    },
  )
}

const REPLIES = ['result', 'error', 'rpc_error']
const KEYS = ['tool', 'arguments', ...REPLIES, 'times']

function readStub(node: DocumentNode, refuse: Refuse): Stub {
  if (node.kind !== 'map') return refuse(node, `a stub is an object, not ${describeNode(node)}`)
  const unknown = node.members.find(({ key }) => !KEYS.includes(key))
  if (unknown !== undefined)
    return refuse(unknown, `unknown key "${unknown.key}": a stub has ${KEYS.join(', ')}`)
  return stub(readTool(node, refuse), readReply(node, refuse), {
    ...readArguments(node, refuse),
    ...readTimes(node, refuse),
  })
}

function readTool(node: MapNode, refuse: Refuse): string {
  const tool = memberOf(node, 'tool')
  if (tool?.kind === 'scalar' && typeof tool.value === 'string' && parseToolRef(tool.value) !== undefined)
    return tool.value
  return refuse(tool ?? node, 'a stub needs a "tool", named "SERVER:TOOL"')
}

function readReply(node: MapNode, refuse: Refuse): StubReply {
  const replies = node.members.filter(({ key }) => REPLIES.includes(key))
  const [reply] = replies
  if (reply === undefined || replies.length > 1)
    return refuse(
      reply ?? node,
      `a stub has exactly one of ${REPLIES.join(', ')}, and this one has ${replies.length}`,
    )
  const { key, value } = reply
  if (key === 'rpc_error') return { rpcError: readRpcError(value, refuse) }
  if (key === 'result') return { result: jsonOf(value) }
  if (value.kind === 'scalar' && typeof value.value === 'string') return { toolError: value.value }
  return refuse(value, `"error" is a string, not ${describeNode(value)}`)
}

function readRpcError(
  node: DocumentNode,
  refuse: Refuse,
): { code: number; message: string; data?: JsonValue } {
  if (node.kind !== 'map') return refuse(node, `"rpc_error" is an object, not ${describeNode(node)}`)
  const unknown = node.members.find(({ key }) => !['code', 'message', 'data'].includes(key))
  if (unknown !== undefined) return refuse(unknown, `unknown key "${unknown.key}" in "rpc_error"`)
  const { code, message, data } = jsonObjectOf(node)
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string')
    return refuse(node, '"rpc_error" needs an integer "code" and a string "message"')
  return { code, message, ...(data === undefined ? {} : { data }) }
}

function readArguments(node: MapNode, refuse: Refuse): { readonly arguments?: JsonObject } {
  const args = memberOf(node, 'arguments')
  if (args === undefined) return {}
  return args.kind === 'map'
    ? { arguments: jsonObjectOf(args) }
    : refuse(args, `"arguments" is an object, not ${describeNode(args)}`)
}

function readTimes(node: MapNode, refuse: Refuse): { readonly times?: number } {
  const times = memberOf(node, 'times')
  if (times === undefined) return {}
  const count = times.kind === 'scalar' ? times.value : undefined
  return typeof count === 'number' && Number.isInteger(count) && count > 0
    ? { times: count }
    : refuse(times, '"times" is a whole number of at least 1')
}
