/** Claims about the instructions of an answer: each holds for one instruction, or not at all. */
import { AssertionError } from 'node:assert'
import type { JsonObject, JsonValue, MCPResponse } from 'mcp-understudy/testing'

/** One instruction of an answer, with all the text that it shows. */
export interface RoutedInstruction {
  readonly id: string
  readonly text: string
}

/** In the answer's order; undefined for an answer that is none of this server, or a failure. */
export function routedInstructions({
  success,
  structured,
}: MCPResponse): readonly RoutedInstruction[] | undefined {
  const list = member(structured, 'instructions') ?? member(structured, 'results')
  if (!success || !Array.isArray(list)) return undefined
  return list.map((each) => ({
    id: String(member(each, 'id')),
    text: ['title', 'description', 'snippet', 'sections', 'content']
      .flatMap((name) => member(each, name) ?? [])
      .join('\n'),
  }))
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface RoutingMatcher {
  /** A failure, and an empty answer, never match. */
  matches(response: MCPResponse): boolean
  /** @throws AssertionError that tells which instructions came */
  assertMatches(response: MCPResponse): void
}

/**
 * Claims an instruction whose id is `named` so, and which has all of these texts. Texts of different instructions do not add up, and
 * neither do texts around them, such as the query that comes back.
 */
export function routingMatcher(named: RegExp, ...texts: readonly RegExp[]): RoutingMatcher {
  const matches = (response: MCPResponse): boolean =>
    (routedInstructions(response) ?? []).some(
      ({ id, text }) => named.test(id) && texts.every((each) => each.test(text)),
    )
  return {
    matches,
    assertMatches(response) {
      if (matches(response)) return
      const found = routedInstructions(response)?.map(({ id }) => id) ?? [response.errorMessage]
      const message = `Expected an instruction named like ${named} with ${texts.join(', ')}, found ${found.join(', ') || 'none'}`
      throw new AssertionError({ message, operator: 'assertMatches' })
    },
  }
}

/** The learning loop, or whatever a team calls its retrospective. */
export const LEARNING_LOOP_MATCHER = routingMatcher(
  /learning_loop|retrospective|\bretro\b/i,
  /learning loop|lessons/i,
  /retrospective/i,
)
export const WORK_LOG_MATCHER = routingMatcher(/work_?log/i, /work log/i, /\bentr(?:y|ies)\b/i)
/** An instruction that has a checklist of its own; the word in a query or an error is none. */
export const CHECKLIST_MATCHER = routingMatcher(/./, /\bchecklist\b/i)
