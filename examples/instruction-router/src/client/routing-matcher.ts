/** Claims about the instructions of an answer: each holds for one instruction, or not at all. */
import { AssertionError } from 'node:assert'
import type { MCPResponse } from 'mcp-understudy/testing'
import { type RoutedInstruction, routedInstructions } from './routed-instruction.js'

export interface RoutingMatcher {
  /** True when one of the routed instructions has this name and all of these texts. A failure, and an empty answer, never match. */
  matches(response: MCPResponse): boolean
  /** @throws AssertionError that tells what is missing of the nearest instruction */
  assertMatches(response: MCPResponse): void
}

export interface RoutingClaim {
  /** What the instruction is called; any part of its id that is whole words. */
  readonly named?: RegExp
  /** All of them stand in what the answer shows of that one instruction, without regard to case. */
  readonly texts: readonly (string | RegExp)[]
}

/** Texts of different instructions do not add up, and neither do texts around them, such as the query that comes back. */
export function routingMatcher({ named, texts }: RoutingClaim): RoutingMatcher {
  const missing = ({ text }: RoutedInstruction) => texts.filter((each) => !has(text, each))
  const candidates = (response: MCPResponse) =>
    (routedInstructions(response) ?? []).filter(({ id }) => named === undefined || new RegExp(named).test(id))
  const matches = (response: MCPResponse) => candidates(response).some((each) => missing(each).length === 0)
  return {
    matches,
    assertMatches(response) {
      if (matches(response)) return
      const found = routedInstructions(response)?.map(({ id }) => id)
      const nearest = candidates(response)
        .map((each) => `${each.id} lacks ${missing(each).join(', ')}`)
        .join('; ')
      const what =
        found === undefined ? (response.errorMessage ?? 'no instructions') : found.join(', ') || 'none'
      throw new AssertionError({
        message: `Expected an instruction${named === undefined ? '' : ` named like ${named}`} with ${texts.join(', ')}, found ${what}${nearest === '' ? '' : ` (${nearest})`}`,
        operator: 'assertMatches',
      })
    },
  }
}

function has(text: string, wanted: string | RegExp): boolean {
  if (typeof wanted !== 'string') return new RegExp(wanted).test(text)
  return text.toLowerCase().includes(wanted.toLowerCase())
}

/** The learning loop, or whatever a team calls its retrospective. */
export const LEARNING_LOOP_MATCHER = routingMatcher({
  named: /(?:learning_loop|retrospective|\bretro\b)/i,
  texts: [/learning loop|lessons/i, /retrospective/i],
})

export const WORK_LOG_MATCHER = routingMatcher({
  named: /work_?log/i,
  texts: [/work log/i, /\bentr(?:y|ies)\b/i],
})

/** An instruction that has a checklist of its own; the word in a query or an error is none. */
export const CHECKLIST_MATCHER = routingMatcher({ texts: [/\bchecklist\b/i] })
