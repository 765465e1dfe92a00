/** What a stub of a file answers. */
import { defined, type JsonValue } from '../base/index.js'
import { MAX_DELAY_MS, type StubReply } from '../call/index.js'
import {
  type DocumentNode,
  describeNode,
  jsonObjectOf,
  jsonOf,
  type MapNode,
  memberOf,
} from '../document/index.js'
import type { RefuseNode } from './refuse-node.js'

/** Of which a reply has exactly one. */
const KINDS = ['result', 'content', 'error', 'rpc_error']
const ANSWER_KEYS = [...KINDS, 'structured', 'is_error', 'delay_ms']
export const REPLY_KEYS = [...ANSWER_KEYS, 'sequence']

export function readStubReply(node: MapNode, refuse: RefuseNode): StubReply | StubReply[] {
  const sequence = memberOf(node, 'sequence')
  if (sequence === undefined) return readReply(node, [...KINDS, 'sequence'], refuse)
  const beside = node.members.find(({ key }) => ANSWER_KEYS.includes(key))
  if (beside !== undefined)
    return refuse(beside, `"${beside.key}" stands inside the "sequence", or without one`)
  if (sequence.kind !== 'list' || sequence.items.length === 0)
    return refuse(sequence, '"sequence" is a list of at least one answer')
  return sequence.items.map((item) => {
    if (item.kind !== 'map') return refuse(item, `an answer is an object, not ${describeNode(item)}`)
    const unknown = item.members.find(({ key }) => !ANSWER_KEYS.includes(key))
    if (unknown !== undefined)
      return refuse(unknown, `unknown key "${unknown.key}": an answer has ${ANSWER_KEYS.join(', ')}`)
    return readReply(item, KINDS, refuse)
  })
}

function readReply(node: MapNode, kinds: readonly string[], refuse: RefuseNode): StubReply {
  const replies = node.members.filter(({ key }) => KINDS.includes(key))
  const [reply] = replies
  if (reply === undefined || replies.length > 1)
    return refuse(
      reply ?? node,
      `a stub has exactly one of ${kinds.join(', ')}, and this one has ${replies.length}`,
    )
  const { key, value } = reply
  const extra = node.members.find((each) => each.key === 'structured' || each.key === 'is_error')
  if (key !== 'content' && extra !== undefined) return refuse(extra, `"${extra.key}" goes with "content"`)
  const delay = readDelay(node, refuse)
  if (key === 'content') return { ...readContent(node, value, refuse), ...delay }
  if (key === 'rpc_error') return { rpcError: readRpcError(value, refuse), ...delay }
  if (key === 'result') return { result: jsonOf(value), ...delay }
  if (value.kind === 'scalar' && typeof value.value === 'string') return { toolError: value.value, ...delay }
  return refuse(value, `"error" is a string, not ${describeNode(value)}`)
}

function readContent(
  node: MapNode,
  content: DocumentNode,
  refuse: RefuseNode,
): Extract<StubReply, { readonly content: unknown }> {
  const structured = memberOf(node, 'structured')
  const isError = memberOf(node, 'is_error')
  if (content.kind !== 'list') return refuse(content, `"content" is a list, not ${describeNode(content)}`)
  const blocks = content.items.map((item) => {
    const type = item.kind === 'map' ? memberOf(item, 'type') : undefined
    if (item.kind !== 'map' || type?.kind !== 'scalar' || typeof type.value !== 'string')
      return refuse(item, '"content" has blocks, which are objects with a "type"')
    // The user may give a block that breaks the protocol, to see what a client does with it.
    return jsonObjectOf(item) as unknown as { readonly type: 'text'; readonly text: string }
  })
  if (isError !== undefined && !(isError.kind === 'scalar' && typeof isError.value === 'boolean'))
    return refuse(isError, '"is_error" is true or false')
  return {
    content: blocks,
    ...(structured === undefined ? {} : { structured: jsonOf(structured) }),
    ...(isError === undefined ? {} : { isError: isError.value === true }),
  }
}

function readRpcError(
  node: DocumentNode,
  refuse: RefuseNode,
): { code: number; message: string; data?: JsonValue } {
  if (node.kind !== 'map') return refuse(node, `"rpc_error" is an object, not ${describeNode(node)}`)
  const unknown = node.members.find(({ key }) => !['code', 'message', 'data'].includes(key))
  if (unknown !== undefined) return refuse(unknown, `unknown key "${unknown.key}" in "rpc_error"`)
  const { code, message, data } = jsonObjectOf(node)
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string')
    return refuse(node, '"rpc_error" needs an integer "code" and a string "message"')
  return { code, message, ...defined({ data }) }
}

function readDelay(node: MapNode, refuse: RefuseNode): { readonly delayMs?: number } {
  const delay = memberOf(node, 'delay_ms')
  if (delay === undefined) return {}
  const delayMs = delay.kind === 'scalar' ? delay.value : undefined
  return typeof delayMs === 'number' && delayMs >= 0 && delayMs <= MAX_DELAY_MS
    ? { delayMs }
    : refuse(delay, `"delay_ms" is a number from 0 to ${MAX_DELAY_MS}`)
}
