/** Answers that say nothing: what an assertion also passes on was not proved by it. */
import { defined, isJsonObject, isSameJson, type JsonValue, textsIn } from '../../base/index.js'
import type { ContentBlock } from '../../protocol/index.js'
import { MCPResponse, type ResponseCircumstances } from '../client/mcp-response.js'
import type { ControlKind } from '../matchers/matcher.js'

/** Answers of so many other tools are enough. */
const MAX_OTHERS = 5
/** So many texts of a call's arguments are looked for in its answer. */
const MAX_ECHOES = 50

/**
 * The controls of one kind for an answer. Those that say the same as the answer itself are left out: nothing could tell them apart.
 * They know no circumstances but, where that is not their point, the answer's own.
 */
export function controlAnswers(response: MCPResponse, kind: ControlKind): MCPResponse[] {
  const controls = makeControls(response, kind)
  return kind === 'silent' ? controls : controls.filter((control) => !saysTheSame(control, response))
}

function makeControls(response: MCPResponse, kind: ControlKind): MCPResponse[] {
  switch (kind) {
    case 'empty':
      return [emptyAnswer(response)]
    case 'other-tool':
      return answersOfOtherTools(response)
    case 'blanked':
      return [rewritten(response, () => '')]
    case 'other-kind':
      return [answerOfOtherKind(response)]
    case 'silent':
      return [new MCPResponse(response.outcome, response.raw, spoken(response))]
  }
}

/** What was called, which is no evidence for anything; nothing that was heard meanwhile. */
function spoken({ circumstances: { call } }: MCPResponse): ResponseCircumstances {
  return defined({ call })
}

/** No blocks, and structured content of the same type without members. */
function emptyAnswer(response: MCPResponse): MCPResponse {
  const { outcome, structured } = response
  if (outcome.kind === 'rpc-error') return rebuilt(response, { ...outcome, message: '' })
  return rebuilt(response, {
    kind: outcome.kind,
    content: [],
    ...(structured === undefined ? {} : { structured: emptied(structured) }),
  })
}

function emptied(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return []
  return isJsonObject(value) ? {} : null
}

/**
 * The newest answer of each other tool that is of the same kind: a failure says nothing about what successes share. Without what
 * it was called with: where a tool says the name that the test gave it, another that has it too proves something.
 */
function answersOfOtherTools({ outcome, circumstances }: MCPResponse): MCPResponse[] {
  const newest = new Map<string, MCPResponse>()
  for (const other of circumstances.otherAnswers ?? []) {
    const tool = other.circumstances.call?.tool ?? ''
    const isOther = tool !== circumstances.call?.tool || tool === ''
    if (isOther && other.outcome.kind === outcome.kind && !newest.has(tool)) newest.set(tool, other)
  }
  return [...newest.values()].slice(0, MAX_OTHERS).map(withoutEchoes)
}

function withoutEchoes(other: MCPResponse): MCPResponse {
  const echoes = textsIn(other.circumstances.call?.arguments ?? {})
    .filter((text) => text !== '')
    .slice(0, MAX_ECHOES)
  if (echoes.length === 0) return other
  // What holds another goes first.
  const longestFirst = echoes.sort((a, b) => b.length - a.length)
  return rewritten(other, (text) => longestFirst.reduce((rest, echo) => rest.replaceAll(echo, ''), text))
}

/** Every text through `rewrite`, in blocks and in the structured content; all that is no text stays. */
function rewritten(response: MCPResponse, rewrite: (text: string) => string): MCPResponse {
  const { outcome } = response
  if (outcome.kind === 'rpc-error')
    return rebuilt(response, { ...outcome, message: rewrite(outcome.message) })
  return rebuilt(response, {
    kind: outcome.kind,
    content: outcome.content.map((block) => rewrittenBlock(block, rewrite)),
    ...(outcome.structured === undefined ? {} : { structured: rewrittenValue(outcome.structured, rewrite) }),
  })
}

function rewrittenBlock(block: ContentBlock, rewrite: (text: string) => string): ContentBlock {
  if (block.type === 'text') return { ...block, text: rewrite(block.text) }
  if (block.type !== 'resource' || typeof block.resource.text !== 'string') return block
  return { ...block, resource: { ...block.resource, text: rewrite(block.resource.text) } }
}

function rewrittenValue(value: JsonValue, rewrite: (text: string) => string): JsonValue {
  if (typeof value === 'string') return rewrite(value)
  if (Array.isArray(value)) return value.map((item) => rewrittenValue(item, rewrite))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rewrittenValue(member, rewrite)]),
  )
}

function answerOfOtherKind(response: MCPResponse): MCPResponse {
  const { blocks: content } = response
  return rebuilt(response, response.success ? { kind: 'tool-error', content } : { kind: 'result', content })
}

/** The same call, answered otherwise. What stands on the wire is not looked at by matchers; here it is the answer's own. */
function rebuilt(response: MCPResponse, outcome: MCPResponse['outcome']): MCPResponse {
  return new MCPResponse(outcome, response.raw, spoken(response))
}

function saysTheSame(a: MCPResponse, b: MCPResponse): boolean {
  // Outcomes are JSON: they came as such, or were made of it above.
  return isSameJson(sayings(a), sayings(b))
}

function sayings({ outcome }: MCPResponse): JsonValue {
  if (outcome.kind === 'rpc-error')
    return { kind: outcome.kind, code: outcome.code, message: outcome.message }
  const content = outcome.content as unknown as JsonValue
  return { kind: outcome.kind, content, structured: outcome.structured ?? null }
}
